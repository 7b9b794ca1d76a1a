import "@mantine/core/styles.layer.css";
import "@mantine/notifications/styles.layer.css";
import "@mantine/spotlight/styles.layer.css";
import "@/app/app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { watchNetwork } from "@/api/connection";
import { App } from "@/app/App";
import { askWhoIsHere } from "@/app/Gate";
import { keepHealing } from "@/app/query-client";
import { beginToSpeak } from "@/i18n";

watchNetwork();
keepHealing();
askWhoIsHere();

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
