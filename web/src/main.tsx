import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@mantine/spotlight/styles.layer.css";
import "@/app/app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchNetwork } from "@/api/connection";
import { askAhead } from "@/app/Ahead";
import { App } from "@/app/App";
import { isEmbedded } from "@/app/framing";
import { isSignedIn } from "@/app/Gate";
import { keepHealing } from "@/app/query-client";
import { router } from "@/app/router";
import { beginToSpeak } from "@/i18n";

watchNetwork();
keepHealing();
void beginToLoad();

const root = document.getElementById("root");
if (root !== null) {
  void beginToSpeak().then(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

/** Loads what a signed-in user sees first, while the texts of the page are loaded. */
async function beginToLoad(): Promise<void> {
  if (!(await isSignedIn()) || isEmbedded) return;
  askAhead();
  await router.load();
}
