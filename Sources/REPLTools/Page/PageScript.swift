/// The script of a page: a player shows one step at a time, and the time line its mark. Its buttons and the keys ← and → change the
/// step; a link opens its step.
enum PageScript {
  static let javaScript = """
    "use strict";
    const players = Array.from(document.querySelectorAll(".player"));
    let current = null;
    const stepsOf = player => Array.from(player.querySelectorAll(".step"));

    function show(player, index, isMove) {
      const steps = stepsOf(player), last = steps.length - 1, shown = Math.max(0, Math.min(index, last));
      steps.forEach((step, each) => { step.hidden = each !== shown; });
      player.dataset.step = shown;
      if (player.mark) player.mark.classList.remove("now");
      player.mark = document.getElementById(steps[shown].dataset.mark);
      if (player.mark) {
        player.mark.classList.add("now");
        const line = player.mark.closest(".scroll");
        line.scrollLeft = player.mark.querySelector("rect").x.baseVal.value - line.clientWidth / 2;
      }
      const typed = steps[shown].querySelector("kbd").textContent;
      player.querySelector(".place").textContent = "Step " + (shown + 1) + " of " + (last + 1) + ": " + typed;
      player.querySelector("[data-move='-1']").setAttribute("aria-disabled", String(shown === 0));
      player.querySelector("[data-move='1']").setAttribute("aria-disabled", String(shown === last));
      if (isMove) {
        current = player;
        history.replaceState(null, "", "#" + steps[shown].id);
      }
    }

    function move(player, by) { show(player, Number(player.dataset.step) + by, true); }

    function follow() {
      const target = document.getElementById(location.hash.slice(1));
      if (!target) return;
      for (let part = target; part; part = part.parentElement) if (part.tagName === "DETAILS") part.open = true;
      const player = target.closest(".player");
      if (player) {
        current = player;
        show(player, stepsOf(player).indexOf(target.closest(".step")), false);
      }
      target.scrollIntoView();
    }

    for (const player of players) {
      player.querySelector(".controls").hidden = false;
      for (const button of player.querySelectorAll("[data-move]")) {
        button.addEventListener("click", () => move(player, Number(button.dataset.move)));
      }
      const again = () => show(player, Number(player.dataset.step), false);
      // A closed section cannot scroll.
      player.closest("details").addEventListener("toggle", again);
      again();
    }
    document.addEventListener("keydown", event => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      // Inside a scrolling part the keys scroll.
      if (event.target.closest(".scroll")) return;
      const flow = event.target.closest(".flow");
      const player = (flow && flow.querySelector(".player")) || current
        || players.find(each => each.closest("details").open);
      if (!player) return;
      event.preventDefault();
      move(player, by);
    });
    addEventListener("hashchange", follow);
    follow();
    """
}
