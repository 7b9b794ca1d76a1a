// Signs in whoever comes by a sign-in link, and tells whether somebody is signed in.

const session = new URL("_api/rest/session", location.href.split("#")[0]);
const place = document.getElementById("session");

async function ask(method, body) {
  const headers = body ? { "content-type": "application/json" } : {};
  const response = await fetch(session, { method, headers, body: body && JSON.stringify(body) });
  const told = await response.json();
  if (!response.ok) throw new Error(told.message);
  return told;
}

function show(told) {
  place.hidden = !told.signedIn;
  if (!told.signedIn) return;
  place.textContent = `Signed in as ${told.name} (${told.role}). `;
  const button = document.createElement("button");
  button.textContent = "Sign out";
  button.addEventListener("click", () => ask("DELETE").then(show, fail));
  place.append(button);
}

function fail(error) {
  place.hidden = false;
  place.textContent = error.message;
}

const link = new URLSearchParams(location.hash.slice(1)).get("sign-in");
// The secret works once, and has no place in the history of the browser.
if (link) history.replaceState(null, "", location.pathname + location.search);
(link ? ask("POST", { link }) : ask("GET")).then(show, fail);
