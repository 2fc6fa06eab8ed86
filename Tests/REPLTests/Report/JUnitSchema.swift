/// The schema of JUnit reports that CI engines check them against: element by element, with every attribute, what
/// `junit-10.xsd` of Jenkins' xUnit plugin says (`src/main/resources/org/jenkinsci/plugins/xunit/types/model/xsd`). There
/// each element may be the root; here only the two that a report begins with.
enum JUnitSchema {
  static let text = """
    <xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
      <xs:element name="testsuites">
        <xs:complexType>
          <xs:sequence><xs:element ref="testsuite" minOccurs="0" maxOccurs="unbounded"/></xs:sequence>
          <xs:attribute name="name" type="xs:string"/>
          <xs:attribute name="tests" type="xs:string"/>
          <xs:attribute name="failures" type="xs:string"/>
          <xs:attribute name="errors" type="xs:string"/>
          <xs:attribute name="time" type="seconds"/>
        </xs:complexType>
      </xs:element>

      <xs:element name="testsuite">
        <xs:complexType>
          <xs:choice minOccurs="0" maxOccurs="unbounded">
            <xs:element ref="testsuite"/>
            <xs:element name="properties" type="properties"/>
            <xs:element name="testcase" type="testcase"/>
            <xs:group ref="output"/>
          </xs:choice>
          <xs:attribute name="name" type="xs:string" use="required"/>
          <xs:attribute name="tests" type="xs:string" use="required"/>
          <xs:attribute name="failures" type="xs:string" use="required"/>
          <xs:attribute name="errors" type="xs:string" use="required"/>
          <xs:attribute name="skipped" type="xs:string"/>
          <xs:attribute name="time" type="seconds"/>
          <xs:attribute name="timestamp" type="xs:string"/>
          <xs:attribute name="hostname" type="xs:string"/>
          <xs:attribute name="id" type="xs:string"/>
          <xs:attribute name="package" type="xs:string"/>
          <xs:attribute name="group" type="xs:string"/>
          <xs:attribute name="file" type="xs:string"/>
          <xs:attribute name="log" type="xs:string"/>
          <xs:attribute name="url" type="xs:string"/>
        </xs:complexType>
      </xs:element>

      <xs:complexType name="testcase">
        <xs:choice minOccurs="0" maxOccurs="unbounded">
          <xs:element name="skipped" type="outcome"/>
          <xs:element name="error" type="outcome"/>
          <xs:element name="failure" type="outcome"/>
          <xs:element name="rerunFailure" type="attempt"/>
          <xs:element name="rerunError" type="attempt"/>
          <xs:element name="flakyFailure" type="attempt"/>
          <xs:element name="flakyError" type="attempt"/>
          <xs:group ref="output"/>
        </xs:choice>
        <xs:attribute name="name" type="xs:string" use="required"/>
        <xs:attribute name="classname" type="xs:string"/>
        <xs:attribute name="time" type="xs:string"/>
        <xs:attribute name="group" type="xs:string"/>
      </xs:complexType>

      <xs:complexType name="outcome" mixed="true">
        <xs:attribute name="type" type="xs:string"/>
        <xs:attribute name="message" type="xs:string"/>
      </xs:complexType>

      <xs:complexType name="attempt" mixed="true">
        <xs:sequence>
          <xs:element name="stackTrace" type="xs:string" minOccurs="0"/>
          <xs:element name="system-out" type="xs:string" minOccurs="0"/>
          <xs:element name="system-err" type="xs:string" minOccurs="0"/>
        </xs:sequence>
        <xs:attribute name="type" type="xs:string" use="required"/>
        <xs:attribute name="message" type="xs:string"/>
      </xs:complexType>

      <xs:complexType name="properties">
        <xs:sequence>
          <xs:element name="property" minOccurs="0" maxOccurs="unbounded">
            <xs:complexType>
              <xs:attribute name="name" type="xs:string" use="required"/>
              <xs:attribute name="value" type="xs:string" use="required"/>
            </xs:complexType>
          </xs:element>
        </xs:sequence>
      </xs:complexType>

      <xs:group name="output">
        <xs:choice>
          <xs:element name="system-out" type="xs:string"/>
          <xs:element name="system-err" type="xs:string"/>
        </xs:choice>
      </xs:group>

      <xs:simpleType name="seconds">
        <xs:restriction base="xs:string">
          <xs:pattern value="(([0-9]{0,3},)*[0-9]{3}|[0-9]{0,3})*(\\.[0-9]*)?"/>
        </xs:restriction>
      </xs:simpleType>
    </xs:schema>
    """
}
