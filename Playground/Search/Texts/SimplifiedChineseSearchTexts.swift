extension SearchTexts {
  package static let simplifiedChinese = SearchTexts(
    searchTitle: "开始搜索",
    mainIsEmpty: "主分类为空",
    secondIsEmpty: "次分类为空",
    alertTitle: "连接错误",
    searchFailed: "搜索图片时出错。",
    alertButton: "确认",
    nothingToCancel: "没有正在进行的操作",
    resultsTitle: "所有图片",
    noPictures: "没有图片",
    noMorePictures: "没有更多图片",
    refreshing: "正在刷新",
    detailsTitle: "详情",
    saved: { "已保存到 \($0)" },
    downloadFailure: { failure in
      switch failure {
      case .noAnswer: "图片未能下载。没有保存任何内容;请重试。"
      case .unwritable(let path, let reason): "无法写入 \(path):\(reason)。没有保存任何内容;请腾出空间后重试。"
      }
    },
    addedLabel: "新增",
    messageTitle: "消息",
    returned: "我是返回数据",
    returnedLabel: "返回",
    eventLabel: "事件",
    event: { "\($0) \($1)" },
    settingTitle: "设置",
    timer: { "计时器\(name($0)),次数: \($1)" },
    timerIs: { "计时器\(name($0))" },
    language: "语言:简体中文。",
    aboutTitle: "关于",
    about: "这个界面没有分层,与分层的界面并存。")

  private static func name(_ state: TimerPresenter.State) -> String {
    switch state {
    case .stopped: "已停止"
    case .running: "运行中"
    case .paused: "已暂停"
    }
  }
}
