// Made from the OpenAPI document by script/docs. Do not edit.

export type Access = {
  /** How many entries this answer holds. */
  count: number;
  values: AccessExplanation[];
};

export type AccessExplanation = {
  user: string;
  element: string;
  role: "viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator" | null;
  /** This user sees the element. */
  visible: boolean;
  /** What permissions leave, whatever the role. */
  levels: ("show" | "open" | "edit" | "new" | "delete" | "approve")[];
  /** What role and permissions leave together, as element info lists it. */
  permissions: string[];
  because: AccessReason[];
};

/** One step of the decision. */
export type AccessReason = {
  code: string;
  text: string;
  /** Where it is set. */
  element?: string;
};

export type Actor = {
  type: string;
  /** What people read as the name. */
  name: Record<string, string>;
};

/** When daylight saving time holds in a span of years. */
export type AdjustmentRule = {
  /** A date-time without zone, local to the storage's time zone. */
  DateStart: string;
  /** A date-time without zone, local to the storage's time zone. */
  DateEnd: string;
  /** A time span, `hh:mm:ss`. */
  DaylightDelta: string;
  /** A time span, `hh:mm:ss`. */
  BaseUtcOffsetDelta: string;
  DaylightTransitionStart: DaylightTransition;
  DaylightTransitionEnd: DaylightTransition;
};

/** Attribute name, then culture id, then value. */
export type AttributeMap = Record<string, Record<string, AttributeValue>>;

/** A property that holds values. */
export type AttributeProperty = {
  key: string;
  displayNames: CultureTexts;
  descriptions: CultureTexts;
  tooltips: CultureTexts;
  attribute: AttributeRule;
};

export type AttributeRule = {
  /** The reference product's runtime name of the value's type. */
  type: string;
  dataType: "SingleLineText" | "MultiLineText" | "Html" | "SelectionValue" | "MultiSelection" | "Boolean" | "Integer" | "Decimal" | "DateTime" | "Links";
  /** One value for all cultures, under the key 127. */
  isInvariantCulture: boolean;
  /** Only for selections. */
  selectableValues?: SelectableValue[];
};

/** Text (also html, date-times and keys of selectable values), yes or no, a number, or a list. */
export type AttributeValue = string | boolean | number | string[] | Link[];

export type Attributes = {
  /** How many entries this answer holds. */
  count: number;
  values: AttributeMap;
  /** With `$culture`: the attributes that had no value in it, and the culture their value is of. */
  fallbacks?: Record<string, number>;
};

export type Audit = {
  /** How many entries this answer holds. */
  count: number;
  values: AuditEntry[];
};

/** A sign-in, a refused sign-in, or a change of permissions. */
export type AuditEntry = {
  /** A date-time without zone, local to the storage's time zone. */
  at: string;
  kind: "sign-in" | "sign-in.refused" | "sign-out" | "password.changed" | "password.refused" | "link.made" | "token.created" | "token.renewed" | "token.revoked" | "permission.set" | "permission.dropped" | "permission.facet" | "access.given" | "access.changed" | "access.taken";
  /** The person or token that did it; the command line has none. */
  actor?: string;
  /** The id of the element that it is about, or the name of the facet. */
  subject?: string;
  /** The IP address that it came from. */
  address?: string;
  /** Details: what was set, or how the user signed in. */
  detail?: Record<string, string>;
};

export type ConfirmBody = {
  /** The culture of the texts that are still right. */
  culture: number;
  /** Only the texts of these attributes; all stale ones if it is missing. */
  attributes?: string[];
};

/** Shapes to add, change, connect or delete. Predecessors are indices of items of the same request. */
export type ContentBody = {
  values?: (Record<string, unknown>)[];
};

/** An element in a diagram: its shape, the shapes before it, its name and link. */
export type ContentElement = {
  properties: {
    shapeId: string;
    predecessors: PrecedingShape[];
  };
  /** The facet the element belongs to. */
  facetName: string;
  /** The same for all versions of one element. */
  id: string;
  /** The key of the element type, such as `subProcess`. */
  type: string;
  /** This version; only versioned elements have one. */
  versionId?: string;
  /** Only unversioned elements have one; structure elements have neither. */
  creationId?: string;
  /** Where the version stands in its lifecycle, such as `inProcess` or `released`. */
  state?: string;
  /** The key of the stereotype. */
  stereotype?: string;
  attributes?: AttributeMap;
  /** With `$culture`: the attributes that had no value in it, and the culture their value is of. */
  fallbacks?: Record<string, number>;
  related?: RelatedMap;
};

export type ContentElements = {
  /** How many entries this answer holds. */
  count: number;
  elements: ContentElement[];
};

export type ContentIds = {
  /** How many entries this answer holds. */
  count: number;
  values: {
    /** Of the version of a versioned element, else of the element. */
    id: string;
    index: number;
  }[];
  /** Warnings about what was stored; not there without any. */
  findings?: Warning[];
};

/** Where to copy the element, and what with it. */
export type CopyBody = {
  /** Below which element; null: below nothing. The same parent if it is missing. */
  parent?: string | null;
  /** Whether what stands below it is copied, too; false if it is missing. */
  children?: boolean;
  /** Whether its diagram is copied, too; true if it is missing. */
  content?: boolean;
};

/** A text for each culture, by culture id (1031 German, 1033 English). */
export type CultureTexts = Record<string, string>;

/** How many texts of a culture are in which state. */
export type CultureTranslations = {
  /** A culture of the storage. */
  culture: number;
  /** Whether the culture is mandatory. */
  mandatory: boolean;
  /** How many texts are not older than their source. */
  current: number;
  /** How many texts have a source that was changed later. */
  stale: number;
  /** How many have no text, and none in a fallback culture that the storage names. */
  missing: number;
  /** How many have no text, but one in a fallback culture that the storage names. */
  fallback: number;
  /** How many elements have texts to translate in any state. */
  elements: number;
  /** How many of them have texts that are stale, missing or shown in another culture. */
  open: number;
  /** How many of these are in each facet that has any. */
  facets: Record<string, number>;
};

export type DaylightTransition = {
  /** A date-time without zone, local to the storage's time zone. */
  TimeOfDay: string;
  Month: number;
  Week: number;
  Day: number;
  DayOfWeek: "Sunday" | "Monday" | "Tuesday" | "Wednesday" | "Thursday" | "Friday" | "Saturday";
  IsFixedDateRule: boolean;
};

export type DelegateBody = {
  /** Who is to decide. */
  to: string;
};

export type Deleted = {
  /** Of the deletion: what to restore it by. */
  id: string;
  elementId: string;
  type: string;
  /** In the default culture, or in any other. */
  name: string;
  /** In UTC. */
  at: string;
  /** The draft that was deleted alone; not there: the whole element was. */
  versionId?: string;
  /** The token or person that deleted it. */
  by?: string;
};

/** A diagram with a place for everything in it. */
export type Diagram = {
  id: string;
  versionId: string;
  type: string;
  name: string;
  cultureId: number;
  layout: string;
  /** Where the flow goes. */
  direction: "down" | "right";
  width: number;
  height: number;
  nodes: DiagramNode[];
  edges: DiagramEdge[];
  /** None where the layout has none. */
  lanes: DiagramLane[];
};

/** A part of the drawing. */
export type DiagramArea = {
  x: number;
  y: number;
  width: number;
  height: number;
};

/** A connection. */
export type DiagramEdge = {
  /** The shape it leaves. */
  from: string;
  /** The shape it enters. */
  to: string;
  /** It leads back. */
  isLoop: boolean;
  /** Its ends and corners, each as x and y. */
  points: ([number, number])[];
};

/** Where the name of a shape stands. */
export type DiagramLabel = {
  x: number;
  y: number;
  width: number;
  height: number;
  /** The name, broken to fit. */
  lines: string[];
  /** What the layout writes below it. */
  details: string[];
};

/** A lane; the one without an id is for what has no role. */
export type DiagramLane = {
  name: string;
  x: number;
  y: number;
  width: number;
  height: number;
  head: DiagramArea;
  /** Whose lane it is. */
  id?: string;
};

/** A shape: the place of its figure, and of its name in it or beside it. */
export type DiagramNode = {
  shapeId: string;
  name: string;
  /** `gap` is a placeholder for what is not released. */
  figure: "box" | "start" | "event" | "end" | "gateway" | "condition" | "interface" | "gap";
  icon: "element" | "task" | "process" | "scenario" | "house" | "category" | "view" | "interface" | "condition" | "and" | "or" | "xor" | "none";
  color: string;
  x: number;
  y: number;
  width: number;
  height: number;
  label: DiagramLabel;
  /** The element that the shape shows; a placeholder has none. */
  id?: string;
  /** Its type; a placeholder has none. */
  type?: string;
  versionId?: string;
  state?: string;
  /** The culture of the name, where it is not the one asked for. */
  fallback?: number;
  /** Where a shape with a diagram of its own leads. */
  link?: string;
  /** The lane it stands in, by its place in `lanes`. */
  lane?: number;
};

export type Diagrams = {
  /** How many entries this answer holds. */
  count: number;
  values: Diagram[];
};

export type Difference = {
  id: string;
  from: string;
  to: string;
  /** What differs, in a few words. */
  changed: string[];
  /** Attributes by culture, related contexts, shapes and flows; equal parts are left out. */
  difference: Record<string, unknown>;
};

export type Differences = {
  /** How many entries this answer holds. */
  count: number;
  values: Difference[];
};

export type EditLocks = {
  /** How many entries this answer holds. */
  count: number;
  values: {
    holder: string;
    /** How long it holds. */
    seconds: number;
    /** Who held it before. */
    takenFrom?: string | null;
  }[];
};

/** An element in one of its versions. Parts that are empty are left out. */
export type Element = {
  /** The facet the element belongs to. */
  facetName: string;
  /** The same for all versions of one element. */
  id: string;
  /** The key of the element type, such as `subProcess`. */
  type: string;
  /** This version; only versioned elements have one. */
  versionId?: string;
  /** Only unversioned elements have one; structure elements have neither. */
  creationId?: string;
  /** Where the version stands in its lifecycle, such as `inProcess` or `released`. */
  state?: string;
  /** The key of the stereotype; with `$resources=stereotype` a reference to it. */
  stereotype?: string | Reference;
  /** Present when the caller may not edit the element. */
  setReadOnly?: true;
  /** The names of the element type. */
  displayNames?: CultureTexts;
  attributes?: AttributeMap;
  /** With `$culture`: the attributes that had no value in it, and the culture their value is of. */
  fallbacks?: Record<string, number>;
  related?: RelatedMap;
  children?: Reference[];
  /** The elements in the diagram. */
  content?: Reference[];
  /** From the parent to the root; only when `$resources` names it. */
  rootPath?: Reference[];
};

/** What the caller may do with an element, and where it stands. */
export type ElementInfo = {
  elementTypeName: string;
  /** The element, its versions and the shapes that show it. */
  entityIds: string[];
  entityTypeName: string;
  facetTypeName: string;
  facetViewKey: string;
  /** The type may hold content. */
  hasDiagram: boolean;
  hasEditPermission: boolean;
  id: string;
  /** The types that may be added below, with their names. */
  insertableDynamicTypes: Record<string, CultureTexts>;
  isCurrentCopyable: boolean;
  isCurrentInsertable: boolean;
  isCurrentMovable: boolean;
  isCurrentRemovable: boolean;
  /** Cannot be edited now. */
  isReadOnly: boolean;
  /** No child may be added. */
  isReadOnlyCollection: boolean;
  /** In the storage's default culture. */
  name: string;
  permissions: ("NewElement" | "EditElement" | "DeleteElement" | "ShowElement" | "ApproveElement" | "OpenElement")[];
  /** Why no child may be added. */
  readOnlyCollectionContext: "None" | "Diagram" | "Architect" | "All" | "NotCurrentUser" | "Never";
  /** Why it cannot be edited. */
  readOnlyContext: "None" | "Diagram" | "Architect" | "All" | "NotCurrentUser" | "Never";
  /** Ids from the element up; in a flat view only its own. */
  rootPath: string[];
  /** The shape in its first diagram, else the id. */
  shapeId: string;
  typeColor: string;
  /** `_<id>` in a flat view, `<parent>_<id>` in a hierarchical one. */
  uid: string;
};

export type ElementInfos = {
  /** How many entries this answer holds. */
  count: number;
  values: ElementInfo[];
};

export type ElementTranslations = {
  /** How many entries this answer holds. */
  count: number;
  id: string;
  versionId: string;
  facetName: string;
  /** The culture to translate from: the default culture of the storage. */
  source: number;
  /** How many texts there are, by culture and state. */
  cultures: Record<string, {
    /** How many texts are not older than their source. */
    current: number;
    /** How many texts have a source that was changed later. */
    stale: number;
    /** How many have no text, and none in a fallback culture that the storage names. */
    missing: number;
    /** How many have no text, but one in a fallback culture that the storage names. */
    fallback: number;
  }>;
  /** By attribute and culture. */
  values: Translation[];
};

/** What elements of one type look like in a view. */
export type ElementType = {
  key: string;
  displayNames: CultureTexts;
  descriptions: CultureTexts;
  properties: (AttributeProperty | RelatedProperty)[];
  /** Ways to draw the diagram; only the tree view lists them. */
  layouts: Layout[];
};

export type ElementTypes = {
  /** How many entries this answer holds. */
  count: number;
  values: ElementType[];
};

export type Elements = {
  /** How many entries this answer holds. */
  count: number;
  elements: Element[];
  facetCounts?: FacetCounts;
  /** Warnings about what was stored; not there without any. */
  findings?: Warning[];
};

/** Elements as answers have them; those without an id are created, also in related contexts with `canAddNew`. What is not given stays as it is, null removes it. */
export type ElementsBody = {
  /** How many entries this answer holds. */
  count?: number;
  elements?: (Record<string, unknown>)[];
  values?: (Record<string, unknown>)[];
};

/** Why a request was refused. */
export type Error = {
  message: string;
  /** Where to show it. */
  output: "volatile" | "permanent" | "dialog" | "inline";
  type: "critical" | "error" | "warning" | "success" | "unauthorized";
  data: Finding[];
  /** What the log knows this request by. */
  requestId: string;
};

/** A group of element types. */
export type Facet = {
  name: string;
  /** Returns the views of the facet. */
  views: string;
  displayNames: CultureTexts;
};

/** With `$facetCounts`: how many elements of the whole list there are, by each field that was named. */
export type FacetCounts = Record<string, ValueCounts>;

/** Facets that menus show together. */
export type FacetGroup = {
  key: string;
  displayNames: CultureTexts;
  /** Those that the caller sees. */
  facets: string[];
};

export type FacetPermissions = {
  /** How many entries this answer holds. */
  count: number;
  values: {
    grants: PermissionGrant[];
  }[];
};

export type FacetPermissionsBody = {
  grants: PermissionGrant[];
};

export type Facets = {
  /** How many entries this answer holds. */
  count: number;
  values: Facet[];
};

/** A file of one version of an element. */
export type File = {
  id: string;
  name: string;
  /** By the content, whatever the name says. */
  mimeType: string;
  /** In bytes. */
  size: number;
  /** The hash of the content. */
  sha256: string;
  /** A date-time without zone, local to the storage's time zone. */
  addedOn: string;
  /** What an attribute takes to refer to the file; `fullAddress` downloads it. */
  link: Link;
};

/** The bytes of a file, as they are. */
export type FileContent = string;

export type Files = {
  /** How many entries this answer holds. */
  count: number;
  values: File[];
};

/** One thing that is wrong. */
export type Finding = {
  /** A sentence for people. */
  error: string;
  /** A stable word for programs. */
  code?: string;
  /** The parameter or field it is about. */
  path?: string;
};

/** Texts by name: `reason`, `externalReference`, and `message` to those who get the tasks. */
export type GivenAlong = Record<string, string>;

export type History = {
  /** How many entries this answer holds. */
  count: number;
  values: HistoryEntry[];
};

export type HistoryEntry = {
  revision: number;
  /** In the storage's time zone. */
  at: string;
  kind: string;
  /** The token or person that made the change; `scheduler` where time did. */
  by?: string;
  /** Its type and name, as long as it is there. */
  actor?: Actor;
  versionId?: string;
  reason?: string;
  /** What changed, in a few words. */
  changed?: string[];
  /** To how the change before left the version; of its first change there is none. */
  difference?: Record<string, unknown>;
  /** The texts given with the change. */
  told?: Record<string, string>;
};

/** An address that a token was used from. */
export type Host = {
  /** The element below the token. */
  id: string;
  /** An IP address; of IPv6 the network (/64). */
  address: string;
  /** Whether the token is valid there. */
  isActive: boolean;
  /** How often it was used; up to half a minute late. */
  uses: number;
  /** The last use; up to half a minute late. */
  lastUsedOn?: string;
};

export type Layout = {
  key: string;
  displayNames: CultureTexts;
};

/** A file or page an attribute points at. */
export type Link = {
  /** The id of a stored file, or the address itself. */
  address?: string;
  /** The address a browser can open. */
  fullAddress?: string;
  mimeType?: string;
  protocol?: string;
  title?: string;
};

export type LinkBody = {
  /** To sign in, as without a body, or to choose a new password. */
  for?: "signIn" | "password";
};

export type Live = {
  status: "live";
};

export type Maintained = {
  /** How many entries this answer holds. */
  count: number;
  values: {
    /** The pool. */
    item1: string;
    /** Whether it went well. */
    item2: boolean;
  }[];
};

/** Who is calling. */
export type Me = {
  /** The element that acts. */
  id: string;
  /** Its type: `user` or `authToken`. */
  kind: string;
  name: string;
  /** The highest one. */
  role: "viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator";
  /** It, and those that it includes. */
  roles: ("viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator")[];
  /** What the caller reads, the best first. */
  cultures: number[];
  /** When token or session end, local to the storage's time zone. */
  expires: string;
  /** The name with which a person signs in. */
  login?: string;
};

/** What the metamodel calls the things that a page itself needs, by the role each plays; without names of properties that the caller may not read. */
export type MethodRoles = {
  /** An attribute. */
  name: string;
  /** An attribute. */
  description: string;
  /** An attribute. */
  createdOn: string;
  /** A related context. */
  createdBy: string;
  /** An attribute. */
  changedOn: string;
  /** A related context. */
  changedBy: string;
  /** An attribute. */
  releasedOn: string;
  /** A related context. */
  releasedBy: string;
  /** An attribute. */
  validFrom: string;
  /** An attribute. */
  validUntil: string;
  /** A related context. */
  authors: string[];
  /** A related context. */
  diagramContexts: string[];
  /** An attribute. */
  maturity: string[];
  /** A facet. */
  stereotypes: string;
  /** An attribute. */
  stereotypeKey: string;
  /** A type. */
  culture: string;
  /** An attribute. */
  cultureId: string;
  /** An attribute. */
  cultureDefault: string;
  /** An attribute. */
  cultureMandatory: string;
  /** A type. */
  user: string;
  /** An attribute. */
  login: string;
  /** An attribute. */
  firstName: string;
  /** An attribute. */
  lastName: string;
  /** An attribute. */
  mail: string;
  /** An attribute. */
  signIns: string[];
  /** A related context. */
  cultures: string[];
  /** An attribute. */
  roleFlags: {
    viewer: string;
    editor: string;
    approver: string;
    analyzer: string;
    architect: string;
    administrator: string;
  };
  /** An attribute. */
  inactive: string;
  /** A type. */
  userGroup: string;
  /** A related context. */
  groups: string;
  /** An attribute. */
  externalGroup: string;
  /** A type. */
  permissionSet: string;
  /** A related context. */
  permissionSets: string;
  /** An attribute. */
  grants: string;
  /** An attribute. */
  isDefault: string;
  /** An attribute. */
  sequence: string;
  /** A type. */
  token: string;
  /** A type. */
  host: string;
  /** An attribute. */
  hostAddress: string;
  /** An attribute. */
  hostActive: string;
  /** An attribute. */
  lastUsedOn: string;
  /** An attribute. */
  useCount: string;
  /** A type. */
  collection: string;
  /** A type. */
  storage: string;
  /** An attribute. */
  tenantName: string;
  /** A related context. */
  inCollection: string;
  /** An attribute. */
  template: string;
  /** An attribute. */
  timeZone: string;
  /** An attribute. */
  region: string;
  /** An attribute. */
  expirePredecessor: string;
  /** An attribute. */
  storageCreated: string;
  /** An attribute. */
  elementQuota: string;
  /** A related context. */
  owner?: string;
  /** An attribute. */
  revisionReason?: string;
  /** An attribute. */
  lastSignIn?: string;
};

/** Where to move the element: below another one (null: below nothing), and to which place among its siblings (0: the first). */
export type MoveBody = {
  parent?: string | null;
  position?: number;
};

export type NotReady = {
  status: "not ready";
  reason: string;
};

/** This document. */
export type OpenApiDocument = {
  openapi: string;
  info: Record<string, unknown>;
  paths: Record<string, unknown>;
};

/** What was done. */
export type OperationResult = {
  message: string;
  output: string;
  type: string;
  data: (Record<string, unknown>)[];
};

export type PasswordBody = {
  /** At least twelve characters. */
  new: string;
  /** Not needed by users without a password. */
  old?: string;
};

/** The permission sets of one principal. */
export type PermissionGrant = {
  /** A user group, a person or a token. */
  principal: string;
  /** What it gets. */
  permissionSets: string[];
};

/** Who holds a permission set. */
export type PermissionSet = {
  id: string;
  users: string[];
  userGroups: string[];
};

export type PermissionSetting = {
  /** On which they are set; null: nothing is set above it. */
  element: string | null;
  /** They are set on the element itself. */
  own: boolean;
  /** Those who are named also get what they would have without it. */
  inherits: boolean;
  /** Those who are not named get nothing; otherwise what they would have without it. */
  excludes: boolean;
  grants: PermissionGrant[];
};

export type Permissions = {
  /** How many entries this answer holds. */
  count: number;
  values: PermissionSetting[];
};

export type PermissionsBody = {
  grants: PermissionGrant[];
  /** Those who are named also get what they would have without it. */
  inherits?: boolean;
  /** Those who are not named get nothing; otherwise what they would have without it. */
  excludes?: boolean;
};

/** A shape from which the flow leads here. */
export type PrecedingShape = {
  properties: {
    shapeId: string;
  };
  /** The facet the element belongs to. */
  facetName: string;
  /** The same for all versions of one element. */
  id: string;
  /** The key of the element type, such as `subProcess`. */
  type: string;
  expandUri: string;
  /** This version; only versioned elements have one. */
  versionId?: string;
  /** Only unversioned elements have one; structure elements have neither. */
  creationId?: string;
  /** Where the version stands in its lifecycle, such as `inProcess` or `released`. */
  state?: string;
  /** The key of the stereotype. */
  stereotype?: string;
};

/** Something that a page remembers. */
export type Preference = {
  kind: "filter" | "columns" | "dashboard" | "favourite" | "recent" | "template" | "notice";
  key: string;
  /** Whether it belongs to all users of the storage. */
  shared: boolean;
  /** Whether the caller may change and delete it. */
  mayChange: boolean;
  /** As it was stored. */
  value: Record<string, unknown>;
  /** What a favourite, a recently viewed element or a template names. */
  element?: PreferredElement;
};

export type PreferenceBody = {
  /** Anything that a page wants to remember; up to 8,192 bytes as JSON. */
  value: Record<string, unknown>;
};

export type Preferences = {
  /** How many entries this answer holds. */
  count: number;
  values: Preference[];
};

/** An element that a preference names, as the caller sees it. */
export type PreferredElement = {
  facetName: string;
  id: string;
  type: string;
  /** The name by culture. */
  name: CultureTexts;
};

/** The same as RFC 9457 problem details, for requests with `Accept: application/problem+json`. */
export type Problem = {
  type: string;
  title: string;
  status: number;
  detail: string;
  errors: Finding[];
  requestId: string;
};

export type Ready = {
  status: "ready";
};

/** What stands for an element inside another one. */
export type Reference = {
  /** The facet the element belongs to. */
  facetName: string;
  /** The same for all versions of one element. */
  id: string;
  /** The key of the element type, such as `subProcess`. */
  type: string;
  /** Returns the whole element. */
  expandUri: string;
  /** This version; only versioned elements have one. */
  versionId?: string;
  /** Only unversioned elements have one; structure elements have neither. */
  creationId?: string;
  /** Where the version stands in its lifecycle, such as `inProcess` or `released`. */
  state?: string;
  /** The key of the stereotype. */
  stereotype?: string;
};

export type Region = {
  name: string;
  englishName: string;
  displayName: string;
  nativeName: string;
  twoLetterISORegionName: string;
  threeLetterISORegionName: string;
  threeLetterWindowsRegionName: string;
  currencyEnglishName: string;
  currencyNativeName: string;
  currencySymbol: string;
  isoCurrencySymbol: string;
  isMetric: boolean;
  geoId: number;
};

export type Related = {
  /** How many entries this answer holds. */
  count: number;
  values: RelatedMap;
};

/** A reference in a related context. Contexts named by `$expandRelated` carry attributes and related contexts. */
export type RelatedElement = {
  /** The facet the element belongs to. */
  facetName: string;
  /** The same for all versions of one element. */
  id: string;
  /** The key of the element type, such as `subProcess`. */
  type: string;
  /** This version; only versioned elements have one. */
  versionId?: string;
  /** Only unversioned elements have one; structure elements have neither. */
  creationId?: string;
  /** Where the version stands in its lifecycle, such as `inProcess` or `released`. */
  state?: string;
  /** Returns the whole element. */
  expandUri?: string;
  /** The key of the stereotype. */
  stereotype?: string;
  attributes?: AttributeMap;
  /** With `$culture`: the attributes that had no value in it, and the culture their value is of. */
  fallbacks?: Record<string, number>;
  related?: RelatedMap;
};

/** Name of the related context, then the elements it refers to. */
export type RelatedMap = Record<string, RelatedElement[]>;

/** A property that refers to other elements: a related context. */
export type RelatedProperty = {
  key: string;
  displayNames: CultureTexts;
  descriptions: CultureTexts;
  tooltips: CultureTexts;
  related: RelatedRule;
};

export type RelatedRule = {
  /** The types that may be referred to. */
  relatedTypes: string[];
  /** A reference with a type and without an id creates an element here. */
  canAddNew: boolean;
  /** How many references the context takes. */
  maxOccurrence: number;
  readOnly: boolean;
  /** The facet the targets belong to. */
  facet: string;
};

export type Report = {
  /** How many entries this answer holds. */
  count: number;
  values: ReportElement[];
};

/** An element with its children, content and versions inside it, one level deep. */
export type ReportElement = {
  /** The facet the element belongs to. */
  facetName: string;
  /** The same for all versions of one element. */
  id: string;
  /** The key of the element type, such as `subProcess`. */
  type: string;
  /** This version; only versioned elements have one. */
  versionId?: string;
  /** Only unversioned elements have one; structure elements have neither. */
  creationId?: string;
  /** Where the version stands in its lifecycle, such as `inProcess` or `released`. */
  state?: string;
  /** The key of the stereotype; with `$resources=stereotype` a reference to it. */
  stereotype?: string | Reference;
  /** Present when the caller may not edit the element. */
  setReadOnly?: true;
  /** The names of the element type. */
  displayNames?: CultureTexts;
  attributes?: AttributeMap;
  /** With `$culture`: the attributes that had no value in it, and the culture their value is of. */
  fallbacks?: Record<string, number>;
  related?: RelatedMap;
  children?: ReportPart[];
  content?: ReportPart[];
  rootPath?: Reference[];
  /** Oldest first. */
  versions?: ReportVersion[];
};

/** A child or shape inside a report. */
export type ReportPart = {
  /** The facet the element belongs to. */
  facetName: string;
  /** The same for all versions of one element. */
  id: string;
  /** The key of the element type, such as `subProcess`. */
  type: string;
  /** This version; only versioned elements have one. */
  versionId?: string;
  /** Only unversioned elements have one; structure elements have neither. */
  creationId?: string;
  /** Where the version stands in its lifecycle, such as `inProcess` or `released`. */
  state?: string;
  /** The key of the stereotype. */
  stereotype?: string;
  attributes?: AttributeMap;
  /** With `$culture`: the attributes that had no value in it, and the culture their value is of. */
  fallbacks?: Record<string, number>;
  related?: RelatedMap;
};

/** One version of an element inside a report. */
export type ReportVersion = {
  /** The facet the element belongs to. */
  facetName: string;
  /** The same for all versions of one element. */
  id: string;
  /** The key of the element type, such as `subProcess`. */
  type: string;
  /** This version; only versioned elements have one. */
  versionId?: string;
  /** Only unversioned elements have one; structure elements have neither. */
  creationId?: string;
  /** Where the version stands in its lifecycle, such as `inProcess` or `released`. */
  state?: string;
  /** The key of the stereotype. */
  stereotype?: string;
  attributes?: AttributeMap;
  /** With `$culture`: the attributes that had no value in it, and the culture their value is of. */
  fallbacks?: Record<string, number>;
  related?: RelatedMap;
  content?: ReportPart[];
};

export type Restored = {
  /** How many entries this answer holds. */
  count: number;
  /** What could not come back, because it is gone or stands elsewhere. */
  data: Finding[];
  elements?: Element[];
};

/** How far the storage has come. */
export type Revision = {
  /** Grows with every change of the storage. */
  revision: number;
};

export type RotateBody = {
  /** For how long it is valid from now on. If it is not given, its end stays as it is. */
  days?: number;
};

export type RuleFinding = {
  /** In the default culture of the storage. */
  error: string;
  /** The same in every culture that the rule speaks. */
  messages: Record<string, string>;
  code: string;
  path: string;
  severity: "error" | "warning";
};

/** A reference to an element that was found, with its name and what was found of it. */
export type SearchHit = {
  /** The facet the element belongs to. */
  facetName: string;
  /** The same for all versions of one element. */
  id: string;
  /** The key of the element type, such as `subProcess`. */
  type: string;
  /** Returns the whole element. */
  expandUri: string;
  /** The name by culture; with `culture` in that one alone. */
  name: CultureTexts;
  /** At most two passages. */
  snippets: Snippet[];
  /** This version; only versioned elements have one. */
  versionId?: string;
  /** Only unversioned elements have one; structure elements have neither. */
  creationId?: string;
  /** Where the version stands in its lifecycle, such as `inProcess` or `released`. */
  state?: string;
  /** The key of the stereotype. */
  stereotype?: string;
};

export type SearchHits = {
  /** How many entries this answer holds. */
  count: number;
  /** How many hits there are on all pages. */
  total: number;
  /** Whether there are more than were counted. */
  totalIsMinimum: boolean;
  /** How many hits there are in each facet. */
  facets: Record<string, number>;
  /** How many hits there are of each type. */
  types: Record<string, number>;
  /** How many hits there are in each state. */
  states: Record<string, number>;
  /** Best first. */
  values: SearchHit[];
};

export type SelectableValue = {
  displayNames: CultureTexts;
  descriptions: CultureTexts;
  tooltips: CultureTexts;
  /** What is stored; the value without a key means `not relevant`. */
  key?: string;
};

/** Whether the caller is signed in, and as which user. */
export type Session = {
  signedIn: boolean;
  /** The element that acts. */
  id?: string;
  /** Its type: `user` or `authToken`. */
  kind?: string;
  name?: string;
  /** The highest one. */
  role?: "viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator";
  /** It, and those that it includes. */
  roles?: ("viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator")[];
  /** What the caller reads, the best first. */
  cultures?: number[];
  /** When token or session end, local to the storage's time zone. */
  expires?: string;
  /** The name with which a person signs in. */
  login?: string;
  /** Of a user with an account: whether changing the password needs the old one. */
  hasPassword?: boolean;
  /** Without a session: the provider of OpenID Connect to sign in with. */
  openId?: {
    /** What people know the provider by. */
    title: string;
    /** Where to go. */
    signInUrl: string;
  };
};

/** A name with its password, or the secret of a link; of a password link with the new password. */
export type SignInBody = {
  name?: string;
  password?: string;
  link?: string;
  /** At least twelve characters. */
  newPassword?: string;
};

export type SignInLink = {
  /** The user it signs in. */
  user: string;
  /** The name with which a person signs in. */
  login: string;
  /** Until when it is good, local to the storage's time zone. */
  expires: string;
  /** To be opened in a browser. It is shown only in this response, and works once. */
  address?: string;
};

export type SignInLinks = {
  /** How many entries this answer holds. */
  count: number;
  values: SignInLink[];
};

/** A passage of an element that has what was searched for. */
export type Snippet = {
  /** The name of the attribute. */
  attribute: string;
  /** The culture of the text; 127 when it does not depend on one. */
  culture: number;
  /** Plain text around what was found, not html; `…` stands where it was cut. */
  text: string;
  /** Where in the text it stands: at which character it begins, and how many it has. */
  highlights: ([number, number])[];
};

export type Stats = {
  /** How many entries this answer holds. */
  count: number;
  values: StatsEntry[];
};

/** A combination of values, and how many elements have it. */
export type StatsEntry = {
  /** How many elements have these values; with `month` how many versions were released, with `missingCulture` how many elements lack a name or a mandatory attribute in this culture. */
  count: number;
  facet?: string;
  type?: string;
  state?: string;
  stereotype?: string;
  /** The id of the owner. */
  owner?: string;
  /** The owner's name, in the default culture or else by the fallback order. */
  displayName?: string;
  /** A month, local to the storage's time zone. */
  month?: string;
  /** A culture of the storage. */
  missingCulture?: number;
  /** Whether the culture is mandatory. */
  mandatory?: boolean;
  /** How many elements lack a name in this culture. */
  withoutName?: number;
};

/** The storage, its languages, its region and its time zone. */
export type StorageInfo = {
  type: "IStorageContext" | "IStorageCollectionContext" | "ISysAdminContext";
  tenant: string;
  title: string;
  description: string;
  /** The id of the storage this one builds on; empty without one. */
  baseTenant: string;
  apiUrl: string;
  appUrl: string;
  template: string;
  dataCultures: number[];
  defaultDataCulture: number;
  mandatoryCultures: number[];
  optionalCultures: number[];
  isValid: boolean;
  region: Region;
  timeZone: TimeZone;
};

/** A decision that a version waits for. */
export type Task = {
  id: string;
  /** `Review`, `Approve quality`, `Approve release` or `Approve expiry`. */
  kind: string;
  /** The facet of the element that it is about. */
  facetName: string;
  /** The type of that element. */
  type: string;
  elementId: string;
  versionId: string;
  /** The step that opened it. */
  transitionId: string;
  state: "open" | "accepted" | "declined" | "closed";
  openedOn: string;
  /** The user who is to decide; without it, all users with the role. */
  assignee?: string;
  role?: string;
  closedOn?: string;
  closedBy?: string;
  reason?: string;
  /** What the user who opened it wrote to those who decide. */
  message?: string;
};

export type Tasks = {
  /** How many entries this answer holds. */
  count: number;
  values: Task[];
};

/** The last change of a text, or its last confirmation. */
export type TextChange = {
  /** The revision of the storage. */
  revision: number;
  /** A date-time without zone, local to the storage's time zone. */
  at: string;
  /** Who made it, unless hidden from the caller. */
  by?: string;
  actor?: Actor;
};

/** The time zone that date-times of this storage are in, as Windows names it. */
export type TimeZone = {
  Id: string;
  DisplayName: string;
  StandardName: string;
  DaylightName: string;
  /** A time span, `hh:mm:ss`. */
  BaseUtcOffset: string;
  SupportsDaylightSavingTime: boolean;
  AdjustmentRules: AdjustmentRule[];
};

/** A credential of another system. */
export type Token = {
  /** The element that acts. */
  id: string;
  name: string;
  /** Whether it is valid now. */
  isActive: boolean;
  /** Whether it ends within 14 days. */
  expiresSoon: boolean;
  /** How often it was used; up to half a minute late. */
  uses: number;
  /** Where it was used from. */
  hosts: Host[];
  role?: "viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator";
  /** A date-time without zone, local to the storage's time zone. */
  validFrom?: string;
  /** A date-time without zone, local to the storage's time zone. */
  validUntil?: string;
  /** The last use; up to half a minute late. */
  lastUsedOn?: string;
  /** What callers send. It is shown only in this response, and never stored. */
  secret?: string;
};

export type TokenBody = {
  /** 1 to 100 characters; no other token has it. */
  name: string;
  role: "viewer" | "editor" | "approver" | "analyzer" | "architect" | "administrator";
  /** For how long it is valid; 90 days if it is not given. */
  days?: number;
};

export type Tokens = {
  /** How many entries this answer holds. */
  count: number;
  values: Token[];
};

/** A step the element's state offers. */
export type Transition = {
  transitionId: string;
  sourceState: string;
  targetState: string;
  /** With `explain=true`: what the step is called, by culture. */
  names?: Record<string, string>;
  /** Whether the caller may take it now. */
  allowed?: boolean;
  /** What keeps the caller from it. */
  blocks?: Finding[];
  /** What the rules of the release would find. */
  findings?: RuleFinding[];
  /** Texts that may be given with it. */
  takes?: string[];
  /** The one step to offer first; none of them for what viewers see already. */
  isNext?: boolean;
  /** Who would get the tasks that it opens. */
  recipients?: {
    /** A user or a group. */
    assignee?: string;
    /** All users with this role. */
    role?: string;
  }[];
};

export type Transitions = {
  /** How many entries this answer holds. */
  count: number;
  values: Transition[];
};

/** A reference to an element, with its name and how many of its texts of the culture are in which state. */
export type TranslatedElement = {
  /** The facet the element belongs to. */
  facetName: string;
  /** The same for all versions of one element. */
  id: string;
  /** The key of the element type, such as `subProcess`. */
  type: string;
  /** Returns the whole element. */
  expandUri: string;
  /** The name by culture. */
  name: CultureTexts;
  /** How many texts are not older than their source. */
  current: number;
  /** How many texts have a source that was changed later. */
  stale: number;
  /** How many have no text, and none in a fallback culture that the storage names. */
  missing: number;
  /** How many have no text, but one in a fallback culture that the storage names. */
  fallback: number;
  /** This version; only versioned elements have one. */
  versionId?: string;
  /** Only unversioned elements have one; structure elements have neither. */
  creationId?: string;
  /** Where the version stands in its lifecycle, such as `inProcess` or `released`. */
  state?: string;
  /** The key of the stereotype. */
  stereotype?: string;
};

/** An attribute in a culture. */
export type Translation = {
  /** The name of the attribute. */
  attribute: string;
  /** The culture. */
  culture: number;
  /** What it is in this culture. */
  state: "current" | "stale" | "missing" | "fallback";
  /** Its last change; not for viewers, who do not see the history. */
  changed?: TextChange;
  /** Of what has no text: the culture whose text readers see instead. */
  shown?: number;
  /** Of a stale text: what the source was when this text was last changed; not for viewers. */
  sourceBefore?: unknown;
};

export type Translations = {
  /** How many entries this answer holds. */
  count: number;
  /** The culture to translate from: the default culture of the storage. */
  source: number;
  /** Without `culture`: each culture, the source first. */
  values?: CultureTranslations[];
  /** With `culture`: how many elements there are on all pages. */
  total?: number;
  /** With `culture`: the elements, by name. */
  elements?: TranslatedElement[];
};

export type Trash = {
  /** How many entries this answer holds. */
  count: number;
  total: number;
  values: Deleted[];
};

export type TypeState = {
  key: string;
  displayNames: CultureTexts;
  /** Whether versions in it change. */
  isEditable: boolean;
  /** Whether versions in it are released. */
  isReleased: boolean;
  /** Whether a new version can be made from one in it. */
  startsVersion: boolean;
};

export type TypeSummaries = {
  /** How many entries this answer holds. */
  count: number;
  values: TypeSummary[];
  roles: MethodRoles;
  facetGroups: FacetGroup[];
};

/** What there is to know of a type to show its elements. */
export type TypeSummary = {
  key: string;
  /** The facet its elements belong to. */
  facet: string;
  /** What links to elements call the facet. */
  facetTypeName: string;
  displayNames: CultureTexts;
  color: string;
  /** What stands for it in diagrams. */
  figure: "box" | "start" | "event" | "end" | "gateway" | "condition" | "interface";
  /** The sign on that. */
  icon: "element" | "task" | "process" | "scenario" | "house" | "category" | "view" | "interface" | "condition" | "and" | "or" | "xor" | "none";
  isVersioned: boolean;
  /** Stands at the top of a hierarchy. */
  isRoot: boolean;
  /** Lives in diagrams alone. */
  isFlow: boolean;
  /** The caller may create elements of it that stand below nothing. */
  isCreatable: boolean;
  /** May hold content. */
  hasDiagram: boolean;
  /** The types that may be added to its diagram; none where that shows its children. */
  content: string[];
  /** Ways to draw the diagram, by the key that the rendering address takes. */
  layouts: Layout[];
  /** The types that may stand below it. */
  children: string[];
  /** The attributes that make up the name people read. */
  label: string[];
  /** Attributes that a release needs in every mandatory culture. */
  mandatory: string[];
  /** Those of `label` that have a value for each culture. */
  translatedLabel: string[];
  /** Those of `mandatory` that have a value for each culture. */
  translatedMandatory: string[];
  /** Properties that no body of this caller changes. */
  readOnly: string[];
  /** Of its lifecycle; none where it has none. */
  states: TypeState[];
  /** Where it is not creatable: what stands in the way. */
  whyNotCreatable?: "diagram" | "role" | "administrative" | "structure" | "permission";
};

export type Usages = {
  /** How many entries this answer holds. */
  count: number;
  /** How many usages there are on all pages. */
  total: number;
  /** Name of the related context, then the elements that refer in it. */
  values: Record<string, Reference[]>;
};

/** Type, state, stereotype or id of a target, then how many elements have it. */
export type ValueCounts = Record<string, number>;

export type Versions = {
  /** How many entries this answer holds. */
  count: number;
  elements: Element[];
};

/** A way to look at a facet. */
export type View = {
  name: string;
  /** Lists hold the roots, and children lead on. */
  isHierarchical: boolean;
  /** Returns the elements of the view. */
  elements: string;
  displayNames: CultureTexts;
};

export type Views = {
  /** How many entries this answer holds. */
  count: number;
  values: View[];
};

/** Something that did not stop a change, but that its author should know. */
export type Warning = {
  /** A sentence for people. */
  error: string;
  /** A stable word for programs. */
  code: string;
  severity: "warning";
  /** The field of the body it is about. */
  path?: string;
  /** Of `html-cleaned`: the elements and attributes that were removed, by name. */
  removed?: {
    element: string;
    count: number;
    attribute?: string;
  }[];
};
