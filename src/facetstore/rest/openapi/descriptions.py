"""What a client author should know of each operation beyond its parameters and its answer, in prose."""

from __future__ import annotations

from typing import Final

from facetstore.usecases.ports.finding import MOST_HITS

OVERVIEW: Final = """\
A repository of typed elements in several languages. Elements are grouped into **facets** (processes, products, users …);
each facet offers **views** (detail, tree, list …). An element has attributes, related contexts, children, content (the
shapes of its diagram) and versions that move through a release lifecycle.

**Getting started.** Get a token with `facetstore token create demo/showcase --name me --role viewer`, send it as the
header `symbio-auth-token`, list the facets, follow `views`, follow `elements`, follow `expandUri`.

**Conventions.**
- Attributes are name → culture id → value. 1031 is German, 1033 English, 127 stands for every culture.
- Date-times have no zone; they are local to the storage's time zone (see *Describe the storage*).
- An element id selects the newest version the caller may see; a version id selects exactly that version.
- Names and ids match ignoring letter case, and a trailing slash is accepted everywhere.
- `api-version` (header or query parameter) is 1.0, 2.0, 3.0 or 4.0; without it each operation answers in the version it
  is documented for, and the response header `api-version` names it. Only 1.0 looks different.
- Answers carry an `ETag`; send it back as `If-None-Match` and get a 304 while nothing has changed.
- An unknown parameter that starts with `$` is refused, so that a typo never widens a result.
- Every refusal has one shape (*Error*); ask with `Accept: application/problem+json` for RFC 9457 instead.
"""

WITH_BODY: Final = "Without a body the same address is a read, by POST as by GET, for clients written before 2019."

BY_POST: Final = "The same read for clients written before 2019, which send POST. It accepts no body: a request with one is refused with 400."

_LINES: Final = (
    "`application/x-ndjson` (or `format=ndjson`) is streamed: a line with both revisions, a line for each element that differs, by id, "
    "and at the end `counts`; without them the answer is not complete. JSON is the same in one piece, for up to 1,000 elements."
)
_WIDE: Final = (
    "What was added, removed and changed between two moments, in either order; each element as `…/diff` compares it, with the names of what it "
    "names. Flow objects are part of the elements whose diagrams show them. What is hidden from the caller today is neither named nor counted. "
    f"Viewers get what was published. {_LINES}"
)
_NOTES: Final = (
    "What was released between two moments, how it differs from what was released before, and who released it when and why: what viewers "
    f"saw, for every caller. `text/markdown` (or `format=markdown`) is a text to read. {_LINES}"
)

_PAGES: Final = (
    "Without `$page`, `$pageSize` and `$pageSelectionKey` the whole list is sent; long ones are streamed, without an ETag. "
    "The order is total, so pages neither overlap nor skip. A page past the end is empty."
)

OF_ROUTE: Final = {
    "files-list": "The files of the version that the id selects, in the order in which they were added.",
    "file-upload": "The body is the content, of any `Content-Type`, and is stored while it arrives. `name` is the name of the file. The "
    "type follows from the content. Files belong to a version: a new version has those of its predecessor, and a version that "
    "was released keeps its own.",
    "file-download": "One range is sent as 206, several as the whole file. Only PNG, JPEG, GIF and WebP are shown by browsers; "
    "everything else is saved. Nothing in a file can run.",
    "pictures-list": "The users whom the caller sees, if they have a picture. A picture is no part of the content: it leaves no history and "
    "no new revision, and is not in bundles.",
    "picture-get": "For callers who see the user. Nothing in it can run, and `If-None-Match` is answered with 304.",
    "picture-set": "The body is the content: PNG, JPEG or WebP by its first bytes, whatever the `Content-Type` says, up to 256 KB and 1024 × 1024 "
    "pixels. One with metadata, such as the place where a photo was taken, is a 400: nothing is removed silently. Tokens have no picture.",
    "own-picture-delete": "Where there is none, nothing happens.",
    "picture-delete": "For administrators. The picture of a user who is deleted is deleted, too.",
    "own-data-get": "Account, profile, picture, preferences, sessions, tokens, tasks, changes and rows of the audit, as one document; never a "
    "secret. Rows about elements that the caller does not see are left out. The export is audited. Tokens have no data of their own.",
    "person-data-get": "The same for administrators, also about a user who is deleted.",
    "person-erase": "Name, mail, login, picture and all other personal data of the user are deleted, in the history as well, and a pseudonym "
    "stands in their place. Texts that name the person by the whole name, the mail address or the login get it, too. The user "
    "stays, without access. This cannot be undone. The body repeats the login. Not for oneself, and not for the last administrator.",
    "file-delete": "From this version; other versions keep it. A file that an attribute refers to is a 409.",
    "facets-list": "The entry point. Each facet carries the address of its views. Ordered by name.",
    "views-list": "Each view carries the address of its elements. Views differ in which elements they list and which "
    "attributes and related contexts they show.",
    "elements-list": "A hierarchical view lists its roots; follow `children` from there. A flat view lists every element of "
    f"the facet except flow objects, by name. {_PAGES} `$count=true` adds the header `X-Total-Count`. With `Accept: text/csv` the whole list comes as CSV.",
    "element-get": "The view decides which attributes and contexts are shown: `detail` shows all of them, `tree` and `list` "
    "the few that lists need. `$select` may name any property of the facet's types.",
    "attributes-list": "The attributes the view shows, or those `$select` names; `count` is the number of names.",
    "attribute-get": "One attribute in all its cultures, empty when it has no value. An attribute the type does not have is a 404.",
    "related-list": "References by context. Contexts named by `$expandRelated` carry the attributes and related contexts of "
    "their targets.",
    "related-get": "One context, an empty list when it refers to nothing. A context the type does not have is a 404.",
    "children-list": "The elements below this one, by their position, with what the view shows of each. `$resources=attributes,children` also shows "
    "which of them have children.",
    "content-list": "One entry for each shape, in order: the element it shows, its `shapeId`, and the shapes the flow comes "
    "from. Where a diagram shows the children (a process house, a category), those. With `format=script` the flow as plain text.",
    "element-info": "Flags and permissions for building a user interface, with the reasons why something is read-only.",
    "versions-list": "All versions the caller may see, oldest first, each with its state. Viewers see released versions. With "
    "`approvals=true` editors also see who approved each of them when, by which hash, and whether what is stored today has that hash.",
    "version-record": "What was approved, by whom and when, and its place in the history, signed by the key of the service "
    "(`/_keys`): it can be checked offline. For callers from whom nothing is hidden; 404 if no approval holds for what is stored.",
    "config-list": "Properties, data types, selectable values, target types and limits: everything needed to draw a form.",
    "config-get": "The same for one type.",
    "reporting-list": "The roots of a hierarchical facet (else all elements), each with its children, content and versions "
    "one level deep. With `$flat=true`, a page, a filter or an order all elements of the facet, without what is below them.",
    "reporting-get": "One element with its children, content and versions one level deep.",
    "storage-info": "Languages, region and time zone. There is no `count` around it.",
    "search": "Looks for words in the names of elements and in their searchable attributes, in all cultures. An element is found "
    "when it has all the words: those of three letters and more anywhere in a text, those of two where a word begins; single "
    "letters beside them only help to rank the hits. A letter or two alone find names that begin with them. Letter case and accents make no difference; ä, ö, ü may be "
    "written as ae, oe, ue. Best first: the name is what was searched for, begins with it, has words that begin with its words, "
    "has its words somewhere, other texts have them; among equals by name. Viewers find what is released. Beyond "
    f"{MOST_HITS:,} hits only the best are returned and counted, and `totalIsMinimum` is true. `highlights` count characters (code points) "
    "of `text`, which is plain text. Flow objects are not found.",
    "usages-list": "References from elements in any context, by the version the caller sees of each, and diagrams that show the "
    "element under the context `content`. Ordered by context, name and id; a page may end inside a context.",
    "stats": "Counts the elements the caller sees, flow objects left out, for each combination of the fields that `by` names, in "
    "the order of their values. A field that an element does not have is left out. Three things are counted by alone: `owner` (those "
    "without one come last, without `owner`), `month` (versions by the month of their release, the newest last, expired ones "
    "among them), and `missingCulture` (elements that lack a name or a mandatory attribute in each culture of the storage).",
    "translations-get": "Each attribute that depends on the culture and has a text, in each culture of the storage: `current`, `stale` "
    "(the source was changed later), `missing`, or `fallback` (a fallback culture of the storage has a text). The source is the default "
    "culture. Editors also see who changed a text when, and what the source was when a stale text was last right. A version id shows that version.",
    "translations-of-facet": "The same as `rest/translations`, for the elements of one facet.",
    "translations-count": "Counts the texts of the elements the caller may open, in the version the caller sees, by culture and state. With `culture` it lists "
    "the elements with texts in that culture that are in one of the states, by name. Flow objects and attributes that not all roles may read are left out.",
    "diagram-render": "Diagrams have no coordinates: they are laid out for each request, always in the same way, from the flow between the shapes, "
    "which begins at the top or at the left. A version id draws that version. The answer is an SVG that needs nothing else, in light "
    "or dark as the reader prefers; with `Accept: application/json` or `format=json` the same places as data, in pixels: nodes "
    "(`x`, `y`, `width`, `height` of the figure, `label` of its name), edges with their corners, lanes. In swimlanes a shape "
    "stands in the lane of the role that carries it out; what has no such role stands with what leads to it. Where a diagram shows "
    "the children (a process house, a category), those. A name that is missing in the culture comes by the fallback order. "
    "Where the flow goes through something that is not released, viewers see a placeholder (`figure` `gap`).",
    "period": "For pages that show the past: from when on `asOf` finds something, and when a revision was.",
    "revision": "For pages that want to stay fresh: ask with `If-None-Match`, and get a 304 while nothing has changed.",
    "types-list": "For pages that show elements of any type: names, colours, states, what makes up a name, what may stand below, and "
    "which properties the caller cannot change. Everything about one type is in its configuration.",
    "elements-update": "All elements of the body or none, up to 1,000 in one transaction. What is not given stays, `null` removes "
    "it, a related context that is given is replaced. An element without `id` is created. Every finding is listed, with its place in "
    "the body. Only drafts and unversioned elements can be changed. Two callers who change different cultures of one attribute "
    "keep both changes; with `If-Match` a caller cannot overwrite changes it has not read.",
    "content-create": "Items add shapes for new or existing elements, change the element a shape shows, connect it to other shapes, or "
    "delete it (`delete: true`, with `reconnect: true` joining its neighbours). `shapeInfo.id` names a shape or the element it shows. "
    "`predecessors` are indices of items of the same request, forward and backward; an item that only names a shape makes it known to "
    "others. A flow object that no diagram shows any more is deleted. Errors are listed item by item, and then nothing is stored. With "
    "`format=script` the body is a script, as JSON or as `text/plain`, and the diagram is changed to say what it says. With "
    "`draw` and the key of a layout as well, it is drawn as it stands, with what is not understood as warnings, and nothing is stored.",
    "transition-apply": "Takes a step that the state offers. Findings of the rules are a 409: errors stop it, warnings can be "
    "ignored. A step may open tasks for others.",
    "version-create": "A draft that starts from a released version, with its diagram copied.",
    "element-delete": "A version id deletes that draft, an element id the element with all its versions, and with either go the flow "
    "objects that no other diagram shows. It goes to the trash. 409 while children exist, others refer to it or one of its versions is "
    "no draft any more, unless `force=true`; what was released is deleted by architects and higher roles.",
    "element-remove": "The same by the method made for it.",
    "element-move": "Changes the parent, the place among the siblings (0: the first), or both; below another parent an element stands "
    "last unless a position is given. Only siblings that must make room move back by one. A circle is refused with 409.",
    "element-copy": "Creates a copy as a new draft, below the same parent unless another one is given, with the diagram and its flow "
    "objects unless `content` is false, and with what stands below it if `children` is true: up to 1,000 elements. References to other "
    "elements stay as they are. What the caller may not open, read or write is left out; permissions are those of the new place.",
    "element-lock": "For fifteen minutes no other user can change, move or delete the element; lock it again to extend that. `takeOver=true` "
    "takes it from its holder, which the response and the history show.",
    "element-unlock": "Gives the lock back; what is not locked stays so. Administrators may open any.",
    "translations-confirm": "Stale texts of one culture become current, as they are: their source was changed, but they still fit. Texts that are current stay as "
    "they are. The history shows it. Users who may change the element may do that, whatever the state of the version, because no text is changed.",
    "history-list": "From the last change back: who, when, why (the header `X-Reason` of the change), and what it changed in its "
    "version. Without `$pageSize` a page holds 100 changes. Viewers get the events by which something changed that they see, without who changed what, and why.",
    "version-difference": "One machine-readable difference over attributes and cultures, related contexts, shapes and flows; shapes "
    "find each other over copies, and are `changed` where the copy differs; `shapeIdBefore` is the id of a shape in the diagram of `from` "
    "where that is another. Flows and shapes that were removed have their ids there, all others those in the diagram of `to`. Either side is a version of the element that the caller may "
    "see, or what its id selected at a moment; what the caller may not see today is left out. Children have no versions: they are compared "
    "between two moments only.",
    "element-restore": "Brings back a version, or the element as it was at a moment, whole or only the named changes of a difference: into its draft, "
    "or into a new draft if it has none. It is a write like any other, checked against the types of today: what cannot come back is in `data`, and a 400 if it was named. "
    "What was changed since is a 409 that has all three sides of each place in `conflicts`, and stores nothing; `resolve` answers which side wins.",
    "element-undo": "Brings back what your last change of the element replaced, and nothing else: values, references, shapes and flows. Undo it again to have your change "
    "back. What was changed by others since is a 409 as for element-restore; so is a change that cannot be undone here, such as a move or a step of the release.",
    "subtree-difference": f"The element and what stood below it at either moment. {_WIDE}",
    "facet-difference": f"The elements of the facet. {_WIDE}",
    "difference": _WIDE,
    "subtree-release-notes": f"Of the element and what stood below it at either moment. {_NOTES}",
    "facet-release-notes": f"Of the elements of the facet. {_NOTES}",
    "release-notes": _NOTES,
    "events": "Every change of an element that you may open today, in the order of the commits, without gaps: ask again with `next` as `after`. "
    "A page without values whose `next` is the `after` you sent is the end, for now. What you may not open is not in it, and a page may have fewer events than `$pageSize` although more follow. "
    "As NDJSON all events until now are streamed; the last line has `next`. With `Accept: text/event-stream` the events are sent as they come, from the header `Last-Event-ID` on. Viewers get the events by which something changed that they see, without who changed what, and why.",
    "live-changes": "Which elements have changed behind `after`, as far as you may open them: enough for a page to know which of its data are old. "
    "`all` says that it is more than fits into one answer. With "
    "`Accept: text/event-stream` the answer goes on with what comes.",
    "presence-set": "Says which element a window of the caller has open, and returns the other users who have it open. A window is present for 30 seconds, and as "
    "long as a stream of `rest/live` is open for it, which says when users come and go. Nothing of it is in the history. For users who see drafts: viewers are not shown to "
    "others, and a token is not present (403).",
    "trash-list": "What was deleted, the last first.",
    "trash-restore": "Brings an element back with all its versions, what they refer to and their diagrams, below its parent and with "
    "those of its children that still stand alone; or a draft of an element. `data` lists what could not be restored.",
    "permission-set-get": "The ids of the users and groups that hold a permission set, by name. There is no `count` around it.",
    "pools-list": "Of the system administration alone, `_sysadmin/_admin`; everywhere else there is nothing at this address. Shows for "
    "each pool (`item1`) whether it can be read (`item2`), and changes nothing. An installation without pools shows one, `default`.",
    "maintain": "Of the system administration alone, `_sysadmin/_admin`; everywhere else there is nothing at this address. Purges the "
    "deleted tenants whose time is over, updates the statistics of the database engine, and shows for each pool (`item1`) whether it went well (`item2`). "
    "An installation without pools has one, `default`.",
    "permissions-get": "What is set on the element itself, or else on the nearest one above it: that holds for it, and all below it "
    "that has no permissions of its own.",
    "permissions-set": "For the element and everything below it, down to the next one with permissions of its own. Named principals get "
    "the levels of their permission sets; others get nothing, also administrators, unless `excludes` is false. 409 where the caller "
    "would lose access itself, unless `force=true`; and for the root of a hierarchy, which every user sees.",
    "permissions-drop": "What is set above the element holds for it again.",
    "facet-permissions-get": "The named principals with their permission sets; none where the facet has no permissions of its own.",
    "facet-permissions-set": "They add to what a user has by default, for all elements of the facet that no permissions of their own "
    "hold for. A user left without Show does not see the facet at all. An empty list removes them.",
    "access-explain": "The role, the permissions on elements, those of the facet, permission sets and authors, in the order in which "
    "they decide. `user` is the id of a person or token; without it, that of the caller.",
    "tasks-list": "Those assigned to the caller, and unassigned ones of the caller's role; or those about one element, "
    "of all users. The oldest first.",
    "task-get": "For every user who sees the version that it is about. The ETag is that version's: as `If-Match` it makes sure that "
    "what is decided about is what was read.",
    "task-accept": "Enough acceptances take the version to its next state; the remaining tasks close by themselves. A release is "
    "validated like by the transition itself: warnings stop it, too, unless `ignoreWarnings=true`.",
    "task-decline": "Takes the version back, and stores the reason. A version whose expiry is declined stays as it is.",
    "task-delegate": "Another user decides: an active person with the role editor or higher who has no such task yet.",
    "audit-list": "The last first, without end: rows are never changed, and go only with their storage. Times are local to the storage. "
    "Attempts refused with 429 are not listed: their credentials were not checked.",
    "additions-get": "What the storage adds to the standard metamodel, as in a file of the command "
    "`facetstore metamodel apply`, and the types of the standard that a new type can be made like. The ETag has the revision at which the definition of the storage was changed last.",
    "additions-set": "Puts these additions in the place of those that the storage has, all or none; `dryRun=true` checks them. Every mistake is in `data` with its place, such "
    "as `types.supplier.facet`. A type that elements have cannot be removed. Values of a removed property stay stored. With the ETag of the read as "
    "`If-Match`, additions that another administrator has changed meanwhile are a 412. Up to 100,000 bytes.",
    "synonyms-get": "Groups of words that mean the same to a search of this storage, in every culture. The ETag has the revision at which the definition of the storage was changed last.",
    "synonyms-set": "Puts these groups in the place of those that the storage has, all or none; `dryRun=true` checks them. Every mistake is in `data` with its place, such as "
    "`synonyms[3][0]`. With the ETag of the read as `If-Match`, groups that another administrator has changed meanwhile are a 412.",
    "agents-list": "The programs that act for the caller, the newest first. Only for persons.",
    "agent-end": "The program gets no more answers, at once. Only for persons, and what they have allowed themselves.",
    "agent-request": "Checks what a program asks for, and shows it, so that a person can decide. Only for persons.",
    "agent-decide": "`allow` says what the program may do, null refuses. The answer is the address to which the browser has to go: one of those that the "
    "program has registered, with a code that works once, for two minutes. Only for persons.",
    "tokens-list": "All tokens for administrators, for others those that they created. By name, each with its role, its validity, how often it was used, and from where. A secret is in no answer but the "
    "one that issues it.",
    "token-create": "`secret` is shown only in this response. A retry with the same `Idempotency-Key` does not return it: if you lost it, "
    "rotate the token. A name that another token has is a 409.",
    "token-rotate": "A new `secret`, shown only in this response; the old one is invalid at once, on every node. Without `days` the "
    "end of the token stays, or is in 90 days where it has passed. A token that is revoked or has no role is a 409: change its role "
    "flags first.",
    "token-revoke": "Its secret is invalid at once, on every node. The element stays, with `roleInactive`; what it wrote "
    "still names it. You cannot revoke the token you are calling with.",
    "notices-list": "The newest 200, or with `before` the 200 before one, the newest first: comments that mention the caller, reply to the caller, or are about what the caller follows, "
    "releases of what the caller follows, tasks, and what expires in 30, 7 and 1 days. They come about a second after what they are about. What the caller "
    "may open no more is not among them.",
    "notices-read": "Those with the given ids, or all.",
    "subscriptions-list": "What the caller follows, as far as the caller may open it.",
    "subscription-add": "The caller gets notices of releases and comments. With `below` also of everything that stands below the element.",
    "subscription-drop": "Where there is no subscription, nothing happens.",
    "subscribers-list": "The people who follow the element itself, as far as the caller sees them.",
    "comments-list": "The threads about the element and the shapes of its diagram, the oldest first. Viewers see those that were begun about "
    "what is released; a thread on a shape is seen by callers who see the shape.",
    "comment-add": "Every caller who may open the element may comment on it. It is stored with the version that the id selects. `mentions` are users; with "
    "`replyTo` it joins the thread of that comment. It is in the history of the element, without its text.",
    "comment-delete": "The author may delete a comment, and so may architects and administrators. Where others have replied, its place stays, "
    "without a text.",
    "thread-resolve": "Takes the id of the first comment. Who began the thread may resolve it, and callers who may change or approve the element.",
    "thread-reopen": "Takes the id of the first comment; the same callers may do it.",
    "mail-get": "The address is that of the user element.",
    "mail-choose": "`atOnce` sends notices about as they come, `daily` once a day from seven on, in the time of the storage. The first time, and after "
    "the address has changed, a mail with a link asks to confirm it, three times a day at most; nothing else is sent before.",
    "mail-confirming": "A page with a button. To open it changes nothing.",
    "mail-confirm": "Answers alike whether the link is known or not.",
    "mail-leaving": "A page with a button. To open it changes nothing.",
    "mail-leave": "What mail programs send when a user unsubscribes (RFC 8058). It needs no sign-in and answers alike whether the link is known or not.",
    "acknowledgements-list": "Of the released version in force: first those who are asked and have not confirmed it, then those who have. Callers who may "
    "release the element, its owner and administrators see everyone, as far as they see these users; others see themselves.",
    "acknowledgement-give": "For users who are asked. The version must be the one in force: after a new release that one is to be read first. It is stored once, with "
    "the time and the culture, and is a row of the history; to repeat it changes nothing.",
    "acknowledgements-ask": "For callers who may release the element. Those who were asked before and are not named any more are asked no more. Whom it asks "
    "holds for every later release as well: each asks again.",
    "acknowledgements-withdraw": "What was confirmed stays.",
    "acknowledgements-proof": "Of all versions of the element: who has confirmed each, when, and in which culture; then those who are asked and have not confirmed the version in "
    "force. JSON, CSV (with apostrophes before what a spreadsheet would run) or a workbook. For those who may list them.",
    "reviews-list": "Released versions that the caller may open, whose type requires a review, and whose review is overdue, due, or so soon that those who are "
    "responsible hear of it; the longest waiting first, up to 500.",
    "review-get": "Of the released version in force. A review is due so many months after the release, or after the last confirmation, as the metamodel says of the type.",
    "review-confirm": "For the owner of the version in force; without an owner, for users who may change it. A token does not confirm: 403. It is stored with "
    "the version, without a new release, once a day, and is a row of the history; to repeat it changes nothing.",
    "acknowledgements-awaited": "Released versions that the caller may open, is asked to confirm, and has not; the oldest first, up to 500.",
    "table-get": "All elements of the list, streamed, whatever their number, in the order of the list, with the columns of the view or of `$select`; what "
    "the caller may not open is left out. CSV (with apostrophes before what a spreadsheet would run) or a workbook. `sheet=edit` has what can be changed, with drop-downs, "
    "`sheet=translations` the texts, a column for each culture, with the state of each cell. A changed table is taken back by `import-create`. "
    "With `$culture` texts are those of this culture alone, without fallbacks.",
    "document-get": "A manual to read on paper, to sign and to file: a title page, contents, and a chapter for each element with its facts, texts, "
    "diagram, responsibilities and versions; of the first element also attachments and approvals with their hashes. It has what the "
    "caller may open, up to 500 elements. PDF is tagged, with its language and bookmarks. Needs the extra `documents`. `released=true`: the document "
    "of a release, with what viewers see of it, a register of all versions, and attachments and approvals of each; with `asOf`, as of that day.",
    "documents-get": "The same manual of all elements of a view: of a tree with all below them, up to 500.",
    "template-get": "The Typst source by which PDFs are set, or with `format=docx` the Word file whose styles, headers, footers and title page are used. "
    "`isDefault`: it is that of the service, a good one to begin with. `own` names all templates of the storage. A document is printed by the template "
    "of its language, or else by that of all languages, or else by that of the service.",
    "template-set": "`source`: Typst, up to 200,000 characters, which gets the manual as data; or `file`: a Word file of up to 1 MB, in base64. It must "
    "print two small manuals, within the limits of a job process, and reach out of itself nowhere: no files, packages, connections, links and macros. "
    "Otherwise it is a 400 that says why. The audit has it as `template.changed`.",
    "template-remove": "Where there is no such template of the storage, nothing happens.",
    "bpmn-export": "The diagram as BPMN 2.0 with diagram interchange, with what the caller sees of it: what was imported comes back as it was, "
    "with what has changed since. `lcid` is the culture of the names; those in other cultures stand beside them. Of what the caller may not "
    "open, only the name is in it.",
    "bpmn-import": "Makes the diagram say what the file says, all of it or nothing, as one change. Shapes are found by their ids in the file; the "
    "others of the diagram are deleted. Lanes become roles, data inputs and outputs; those that no element is called are created. "
    "`unmapped` lists every part that has no place of its own here: `carried` parts come back in an export.",
    "features-list": "Each with its state; `activated` unless an administrator has switched it off.",
    "feature-set": "`id` and `state` stand in the query. Switching it to the state it has changes nothing. What a deactivated feature offers is refused "
    "with 409; the audit has the switch as `feature.switched`.",
    "permalinks-list": "`contextKey` is the id of an element, `versionKey` that of a version, `selectionKey` that of a shape in it; the other parameters of "
    "the reference may be given, and `variantKey` stays empty. All links that are possible exist: they are computed and stay the same. "
    "Each leads to the page of the storage, which decides who may see what it is about.",
    "permalink-get": "Returns the permalink of one type. Nothing is stored, and the same request always has the same answer.",
    "versions-report": "All elements of a facet but flow objects, by name, each reduced and with its versions that the caller may open. "
    "`facet` and `page` are needed; the last page has fewer entries than `pageSize`. `lastVersions=true` leaves the last and the "
    "released version of each.",
    "any-report": "As the report in `rest/facets`, without naming the facet.",
    "storages-list": "In `_sysadmin/_admin` of all collections, in `COLLECTION/_admin` of this one; everywhere else there is nothing at this address. By "
    "name, in pages.",
    "storage-create": "Only in an administration, as there is nothing at this address elsewhere. Creates the element that stands for the storage, and "
    "the storage with it, in one transaction.",
    "data-list": "The roots of the facet; of a facet without a hierarchy, and with `Filter`, all its elements that match. Names of facets and parameters match "
    "without letter case. `Filter` is the filter language of `$filter`, such as `stereoType -eq 'ProcessGroup'`. Up to `PageSize` elements; a page "
    "with fewer is the last one.",
    "data-get": "One element in the version that the caller sees, with the ids of its children.",
    "imports-list": "The caller's own, the newest first. A plan waits for a day, an applied import can be undone for 30 days.",
    "import-create": "Reads the file and stores a plan: what its columns stand for, what is wrong with which rows, and the difference that it "
    "would make. Nothing else is stored. Rows find their elements by `elementId` where the file has it; only cells that differ from "
    "the element count. The plan is visible to the caller alone, and says nothing about elements that the caller does not see.",
    "import-get": "The plan with its mapping, the first 1,000 findings and changes.",
    "import-correct": "Makes the plan again from the same file, with these settings. What is left out has its default.",
    "import-apply": "Makes all changes of the plan in one transaction, with the rights of the caller on every element. Refused with 409 "
    "if the elements were changed since the plan was made, or if rows have findings that are not to be skipped.",
    "import-undo": "Gives every element what it had before the import, and deletes what the import created. If elements were changed since, "
    "they are listed and nothing happens (409), unless `changedSince` is `keep`.",
    "import-delete": "Deletes the plan. What an applied import has changed stays, and can no longer be undone in one step.",
    "webhooks-list": "By the time at which they were made, each with the number of events that wait and that were given up.",
    "webhook-create": "From now on events of the storage are sent to the receiver, signed as Standard Webhooks says. The response has the "
    "secret, which is never shown again. The address is checked now and each time: https, and nothing inside.",
    "webhook-get": "The webhook with the number of events that wait and that were given up.",
    "webhook-change": "Changes what the body has; the rest stays. Without `paused` it goes on, also if it had paused itself. A receiver by "
    "another name needs its headers again, so that it gets no secrets of the one before.",
    "webhook-delete": "Nothing more is sent. Its deliveries are deleted as well.",
    "webhook-rotate": "The response has the new secret. For 24 hours messages are signed with both.",
    "webhook-test": "Sends a message of the kind `webhook.test` now, and returns what came of it. Placeholders are empty. There is no dry run: "
    "it changes nothing here.",
    "webhook-replay": "Sends again what the feed has behind a cursor, as far as it fits the filter, with the ids it had; or all that was given up.",
    "webhook-deliveries": "The newest first: the last 500 that are done, all that wait, and all that were given up.",
    "proposals-list": "Those whose drafts the caller may open: the open ones, then the others by when they were decided; up to 50.",
    "proposal-get": "The drafts that are left, with the versions that they start from.",
    "proposal-accept": "Accepts the reviews of all drafts that the caller may decide about, in one transaction; the next steps follow as after any "
    "review. The proposal is accepted once no draft waits for its review. A token does not decide: 403.",
    "proposal-decline": "Declines the reviews of all drafts that the caller may decide about. The drafts go back to their author.",
    "preferences-list": "Those of the caller, and the shared ones, by kind, the last changed first. Those of other users are never listed. "
    "A favourite, a recently viewed element and a template come with the `element` that they name, and are left out where the caller does not see it. "
    "They are no part of the content: a change of them leaves no history and no new revision.",
    "preference-set": "Creates or replaces the caller's own preference, or with `shared=true` one of all users. Editors may share, dashboards only architects; "
    "a shared one is changed by the user who created it, by architects and administrators. More of a kind than one user may have are a 409; "
    "of recently viewed elements the oldest goes instead. Nothing is compared: the last write holds.",
    "preference-delete": "Deletes the caller's own preference, or with `shared=true` one of all users. Where there is none, nothing happens.",
    "me": "The person or token behind the request, whatever it was known by.",
    "session-get": "Needs no caller: `signedIn` is false where there is none. Called with the cookie, it lets the session last "
    "another 14 days, up to 90 in all; a page that calls it whenever it is opened keeps its user signed in.",
    "session-open": "By name and password, or by a link that works once. Answers with the cookie `facetstore-session`, which "
    "stands for the person from then on. A wrong name and a wrong password look alike and take as long. After too many failures you have to "
    "wait (429); `Retry-After` has the seconds.",
    "openid-begin": "For browsers. Leads to the provider of OpenID Connect that is set up for this storage, with the cookie "
    "`facetstore-openid`, which only this sign-in knows; 404 where none is set up. `rest/session` shows whether there is one. "
    "A provider that does not answer is a 503. With `Accept: text/html` errors are shown as a page.",
    "openid-finish": "Where the provider sends browsers back to, with `code`, `state` and `iss`, or with `error`. Signs in the user "
    "whose login the provider names, sets the role from the user's groups where that is set up, and redirects to the page that was asked "
    "for, with the cookie `facetstore-session`. Works once, within ten minutes, in the browser that has begun it; anything else is "
    "a 401.",
    "session-end": "Ends the session of the cookie at once, everywhere. Without one, nothing happens.",
    "password-recover": "A mail with a link goes to the user with this name, if the user has a password and has confirmed an address; three a day "
    "at most. The answer is the same for every name. 409 `no-mail` where the service sends no mail.",
    "password-change": "For people. Ends all sessions of the person, and answers with the cookie of a new one. The response says "
    "what is wrong with the new password.",
    "user-link": "For a user who signs in for the first time, or who lost the password. `address` is shown only in this response, works once, "
    "within a day, and is in the audit as `link.made`. A user without an account gets one by `accountName`. A user without that, an "
    "inactive one, or one whose login another user has, is a 409.",
    "transitions-list": "What the element's state and type offer; whether the caller may apply it is decided when it is applied. "
    "By POST the list is called `transitions`.",
}
