// A strip below the header while the service does not answer. Short interruptions heal before anyone reads it.
import { CloudOff, WifiOff } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useConnection } from "@/api/connection";

const BLINK_MS = 1500;

export function ConnectionBanner() {
  const { t } = useTranslation("errors");
  const connection = useConnection();
  const isLost = connection !== "ok";
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(isLost), isLost ? BLINK_MS : 0);
    return () => clearTimeout(timer);
  }, [isLost]);
  const Icon = connection === "offline" ? WifiOff : CloudOff;
  return (
    <div role="status" aria-live="polite">
      {isShown && isLost && (
        <div className="fs-offline">
          <Icon size={16} aria-hidden />
          <strong>{t(connection === "offline" ? "offline" : "silent")}</strong>
          <span>{t("kept")}</span>
        </div>
      )}
    </div>
  );
}
