// A provider of OpenID Connect for the tests: oidc-provider as it is, with the forms it brings along.
//
// The first line of its standard input is JSON: { issuer, port, client, secret, method, redirects, inToken }. Tells "ready" when it
// listens, and ends with its standard input. What the tests change while it runs is posted as JSON to /_test:
//   people   by login, what is claimed of somebody
//   spoiled  what becomes of the id_token on its way out: { claims, key }; null leaves it as it is
import { createInterface } from "node:readline";

import * as jose from "jose";
import Provider from "oidc-provider";

const input = createInterface({ input: process.stdin }).on("close", () => process.exit());
const given = JSON.parse(await new Promise((resolve) => input.once("line", resolve)));
const state = { people: {}, spoiled: null };
const kid = "key-of-the-provider";

async function newKey() {
  const { publicKey, privateKey } = await jose.generateKeyPair("RS256", { extractable: true });
  return { publicKey, privateKey, jwk: { ...(await jose.exportJWK(privateKey)), kid, alg: "RS256", use: "sig" } };
}

const own = await newKey();
const foreign = await newKey();

// How a token is signed that nobody should believe.
const signers = {
  own: (claims) => sign(claims, own.privateKey),
  foreign: (claims) => sign(claims, foreign.privateKey),
  unknown: (claims) => sign(claims, foreign.privateKey, "another-key"),
  none: (claims) => new jose.UnsecuredJWT(claims).encode(),
  secret: (claims) => hmac(claims, given.secret),
  public: async (claims) => hmac(claims, await jose.exportSPKI(own.publicKey)),
};

function sign(claims, key, id = kid) {
  return new jose.SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: id }).sign(key);
}

function hmac(claims, secret) {
  return new jose.SignJWT(claims).setProtectedHeader({ alg: "HS256", kid }).sign(new TextEncoder().encode(secret));
}

function spoil(token, { claims = {}, key = "own" }) {
  const changed = { ...jose.decodeJwt(token), ...claims };
  for (const name of Object.keys(changed)) if (changed[name] === null) delete changed[name];
  return signers[key](changed);
}

const provider = new Provider(given.issuer, {
  clients: [
    {
      client_id: given.client,
      ...(given.secret ? { client_secret: given.secret } : {}),
      token_endpoint_auth_method: given.method,
      redirect_uris: given.redirects,
      grant_types: ["authorization_code"],
      response_types: ["code"],
    },
  ],
  clientAuthMethods: [given.method],
  claims: {
    openid: ["sub"],
    profile: ["preferred_username", "given_name", "family_name", "groups"],
    email: ["email", "email_verified"],
  },
  conformIdTokenClaims: !given.inToken,
  cookies: { keys: ["a key of the tests"] },
  jwks: { keys: [own.jwk] },
  pkce: { required: () => true },
  findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, preferred_username: id, email: `${id}@example.org`, email_verified: true, ...state.people[id] }) }),
});

async function body(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

provider.use(async (ctx, next) => {
  if (ctx.path === "/_test") {
    Object.assign(state, await body(ctx.req));
    ctx.body = state;
    return;
  }
  await next();
  if (ctx.path === "/token" && state.spoiled && ctx.body?.id_token) {
    ctx.body = { ...ctx.body, id_token: await spoil(ctx.body.id_token, state.spoiled) };
  }
});

provider.listen(given.port, "127.0.0.1", () => console.log("ready"));
