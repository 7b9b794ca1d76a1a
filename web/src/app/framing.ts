// The embed view (`?embed`): an element to read in a frame of another page. It stays one for as long as the document is there:
// nothing that can be changed is ever shown in a frame, where users could be made to click on it unseen.
export const isEmbedded = new URLSearchParams(location.search).has("embed");
