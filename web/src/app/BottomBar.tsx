// On a phone: where the thumb is, what people go to most.
import { Indicator, UnstyledButton } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { House, Inbox, Menu, Search } from "lucide-react";
import { useTranslation } from "react-i18next";
import * as queries from "@/api/queries";
import { keepCulture } from "@/parts/ElementLink";
import { openPalette } from "./Palette";

export function BottomBar({ isMenuOpen, toggleMenu }: { isMenuOpen: boolean; toggleMenu: () => void }) {
  const { t } = useTranslation();
  const count = useQuery(queries.tasks).data?.length ?? 0;
  return (
    <nav className="fs-bottom fs-no-print" aria-label={t("bottom.title")}>
      <Link to="/" search={keepCulture} activeOptions={{ exact: true, includeSearch: false }}>
        <House size={20} aria-hidden />
        <span>{t("home")}</span>
      </Link>
      <UnstyledButton onClick={openPalette}>
        <Search size={20} aria-hidden />
        <span>{t("bottom.search")}</span>
      </UnstyledButton>
      <Link to="/tasks" search={keepCulture} activeOptions={{ includeSearch: false }}>
        <Indicator
          label={count < queries.FIRST_TASKS ? count : `${count}+`}
          size={16}
          disabled={count === 0}
          offset={2}
        >
          <Inbox size={20} aria-hidden />
        </Indicator>
        <span>{t("bottom.tasks")}</span>
      </Link>
      <UnstyledButton onClick={toggleMenu} aria-expanded={isMenuOpen}>
        <Menu size={20} aria-hidden />
        <span>{t("bottom.menu")}</span>
      </UnstyledButton>
    </nav>
  );
}
