"""How forty tools write BPMN: prefixes, encodings, ids, extensions, what they draw and what they leave out."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

MODEL: Final = "http://www.omg.org/spec/BPMN/20100524/MODEL"
DI: Final = "http://www.omg.org/spec/BPMN/20100524/DI"
DC: Final = "http://www.omg.org/spec/DD/20100524/DC"
DD: Final = "http://www.omg.org/spec/DD/20100524/DI"


@dataclass(frozen=True, slots=True)
class Tool:
    """The habits of a tool."""

    name: str
    prefix: str = ""
    """Of the elements of the model; empty: the default namespace."""
    di: str = "bpmndi:"
    dc: str = "dc:"
    dd: str = "di:"
    ids: str = "{tag}_{n}"
    spaces: Mapping[str, str] = field(default_factory=dict)
    attribute: str = ""
    """What it adds to elements."""
    extension: str = ""
    """What it writes into extension elements."""
    encoding: str = "utf-8"
    declared: str | None = "UTF-8"
    mark: bool = False
    """A byte order mark comes first."""
    newline: str = "\n"
    head: str = ""
    """What stands between the declaration and the root."""
    qualified: bool = False
    """References have a prefix."""
    marks: bool = True
    """Nodes name their flows."""
    lanes: str = "named"
    """`named` by references, `drawn` only, or `empty`."""
    drawn: str = "all"
    """`all`, `none`, `half`, `several` diagrams, `odd` numbers, or `twice`."""
    documented: str = "plain"
    """`plain`, `html` as text, `tags` as elements, or `empty`."""
    model: str = MODEL


_GUID: Final = "_{n:08x}-9c1d-4f0e-8a11-0242ac120002"


def _spaces(*pairs: tuple[str, str]) -> Mapping[str, str]:
    return dict(pairs)


TOOLS: Final[Sequence[Tool]] = (
    Tool("Camunda Modeler", "bpmn:", ids="{tag}_{n:07x}", spaces=_spaces(("camunda", "http://camunda.org/schema/1.0/bpmn")),
         attribute='camunda:asyncBefore="true"',
         extension='<camunda:inputOutput><camunda:inputParameter name="a">${b}</camunda:inputParameter></camunda:inputOutput>'),
    Tool("Zeebe", "bpmn:", spaces=_spaces(("zeebe", "http://camunda.org/schema/zeebe/1.0"), ("modeler", "http://camunda.org/schema/modeler/1.0")),
         extension='<zeebe:taskDefinition type="x" /><zeebe:ioMapping><zeebe:input source="=a" target="b" /></zeebe:ioMapping>'),
    Tool("bpmn.io", "bpmn:", drawn="half"),
    Tool("bpmn-js old", "bpmn2:", di="bpmndi:", marks=False, spaces=_spaces(("bioc", "http://bpmn.io/schema/bpmn/biocolor/1.0"))),
    Tool("Signavio", "", di="bpmndi:", dc="omgdc:", dd="omgdi:", ids="sid-{n:08X}-41C3-4B5D-9E4E-7C4D0A6D2B11",
         spaces=_spaces(("signavio", "http://www.signavio.com")), documented="html",
         extension='<signavio:signavioMetaData metaKey="bgcolor" metaValue="#ffffff"/><signavio:signavioLabel ref="text" x="1.0"/>'),
    Tool("Bizagi", "", dc="omgdc:", dd="omgdi:", ids="Id_{n}-0f", lanes="named", newline="\r\n", mark=True, documented="empty",
         extension='<BizagiExtensions xmlns="http://www.bizagi.com/bpmn20"><BizagiProperties><BizagiProperty name="bgColor" value="White"/></BizagiProperties></BizagiExtensions>'),
    Tool("Bizagi old", "", ids="{{{n:08x}-aa}}", declared="utf-8", drawn="several"),
    Tool("ARIS", "semantic:", ids="OBJ.{n}--____.-__", lanes="drawn", marks=False, documented="plain"),
    Tool("ARIS Express", "", ids="ST_{n}", encoding="utf-16", declared="UTF-16"),
    Tool("Visio", "", dc="dc:", ids="_{n}", newline="\r\n", mark=True, drawn="odd",
         head='<?mso-application progid="Visio.Drawing"?>', spaces=_spaces(("v", "http://schemas.microsoft.com/visio/2003/core"))),
    Tool("Activiti", "", dc="omgdc:", dd="omgdi:", ids="{tag}{n}", marks=False, spaces=_spaces(("activiti", "http://activiti.org/bpmn")),
         attribute='activiti:exclusive="false"',
         extension='<activiti:formProperty id="p" name="P"/><activiti:executionListener event="start" class="a.B"/>'),
    Tool("Flowable", "", dc="omgdc:", dd="omgdi:", ids="sid-{n}", marks=False, spaces=_spaces(("flowable", "http://flowable.org/bpmn")),
         extension="<flowable:field name='x'><flowable:string><![CDATA[a < b]]></flowable:string></flowable:field>"),
    Tool("jBPM", "bpmn2:", ids=_GUID, spaces=_spaces(("drools", "http://www.jboss.org/drools"), ("bpsim", "http://www.bpsim.org/schemas/1.0")),
         attribute='drools:packageName="a"',
         extension="<drools:metaData name=\"elementname\"><drools:metaValue><![CDATA[Do it]]></drools:metaValue></drools:metaData>"),
    Tool("jBPM 5", "", ids="_{n}", marks=False, lanes="empty", drawn="none", spaces=_spaces(("tns", "http://www.jboss.org/drools"))),
    Tool("Trisotech", "semantic:", dc="dc:", ids=_GUID, spaces=_spaces(("triso", "http://www.trisotech.com/2015/triso/modeling"), ("tc", "http://www.omg.org/spec/BPMN/non-normative/color/1.0")),
         extension='<triso:RichDescription><p xmlns="http://www.w3.org/1999/xhtml">Two <b>words</b></p></triso:RichDescription>', documented="plain"),
    Tool("Adonis", "", ids="_obj.{n}", documented="html", lanes="drawn", declared="UTF-8", newline="\r\n"),
    Tool("iGrafx", "", di="di:", dc="dc:", dd="dd:", ids="{n:08x}-1e5f-4a3a", qualified=True, spaces=_spaces(("igx", "http://www.igrafx.com/bpmn"))),
    Tool("Sparx EA", "bpmn:", ids="EAID_{n:08X}_A1B2_4c3d", encoding="cp1252", declared="windows-1252", qualified=True),
    Tool("Visual Paradigm", "", ids="Kx{n}.Ag.GAqAA{n}", spaces=_spaces(("vp", "http://www.visual-paradigm.com")), drawn="several",
         extension='<vp:model id="k"><vp:stringProperty name="n" value="&lt;html&gt;"/></vp:model>'),
    Tool("Yaoqiang", "", dc="dc:", ids="_{n}", spaces=_spaces(("yaoqiang", "http://bpmn.sourceforge.net")),
         extension='<yaoqiang:pageFormat height="842.4" width="597.6"/><yaoqiang:label x="1"/>', declared='UTF-8" standalone="yes'),
    Tool("draw.io plug-in", "", ids="{n}", marks=False, lanes="drawn", documented="html"),
    Tool("Oracle BPM", "", ids="ACT{n}{n}", spaces=_spaces(("ns1", "http://xmlns.oracle.com/bpm/OracleExtensions")), qualified=True, drawn="none",
         extension="<ns1:OracleExtensions><ns1:Property name='a'>1</ns1:Property></ns1:OracleExtensions>"),
    Tool("SAP", "bpmn2:", ids="{tag}_{n}", spaces=_spaces(("ifl", "http:///com.sap.ifl.model/Ifl.xsd")),
         extension="<ifl:property><key>a</key><value/></ifl:property>"),
    Tool("IBM Blueworks", "", ids="BlueworksLive_{n}", newline="\r\n", encoding="utf-8", declared="utf-8", lanes="named", drawn="odd"),
    Tool("MagicDraw", "bpmn:", ids="_18_0_{n}", attribute='xmi:id="x"', spaces=_spaces(("xmi", "http://www.omg.org/XMI"))),
    Tool("Bonita", "model:", ids="_k{n}aEeKx", drawn="none", lanes="named", qualified=True),
    Tool("W4", "", encoding="iso-8859-1", declared="ISO-8859-1", ids="W4 {n} é", documented="plain"),
    Tool("BOC Web", "", encoding="utf-16-be", declared="UTF-16", mark=True, ids="{{{n}}}"),
    Tool("GenMyModel", "", ids="_T{n}-Q", marks=False, drawn="twice"),
    Tool("Modelio", "", ids=_GUID, declared=None, lanes="named"),
    Tool("ProcessMaker", "", ids="el_{n}", di="bpmndi:", lanes="named", spaces=_spaces(("pm", "http://www.processmaker.org"))),
    Tool("Innovator", "model:", di="diagram:", dc="c:", dd="d:", ids="i{n}", documented="tags", drawn="several"),
    Tool("Eclipse Modeler", "bpmn2:", ids="{tag}_{n}", spaces=_spaces(("ext", "http://org.eclipse.bpmn2/ext")), lanes="empty"),
    Tool("LucidChart", "", ids="id-{n}", drawn="odd", lanes="drawn", marks=False),
    Tool("Cawemo", "bpmn:", documented="plain", drawn="half", newline="\r\n"),
    Tool("HOPEX", "bpmn:", ids="{n:016X}", encoding="utf-16-le", declared="utf-16", mark=True),
    Tool(".NET string writer", "", encoding="utf-8", declared="utf-16", ids="n{n}"),
    Tool("Beta of 2.0", "", model="http://schema.omg.org/spec/BPMN/2.0", ids="b{n}"),
    Tool("By hand", "", ids="", drawn="none", marks=False, declared=None, documented="tags"),
    Tool("By script", "ns0:", di="ns1:", dc="ns2:", dd="ns3:", ids="a:{n}/b c", marks=False, newline="\r"),
)  # fmt: skip
"""Each of them opens with what is known of it; more habits are added at random."""
