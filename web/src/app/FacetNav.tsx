// The menu on the left: pages, and the facets of the storage in their groups, the empty ones apart.
import { TextInput, UnstyledButton } from "@mantine/core";
import { Link, useParams } from "@tanstack/react-router";
import { ChevronDown, ChevronRight, House, Search } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { keepCulture } from "@/parts/ElementLink";
import { numberText } from "@/parts/number";
import { useFolded, useGroups } from "./facet-groups";
import { type CountedFacet, useFacets } from "./facets";
import { PAGES } from "./pages";
import { usePerson } from "./person";

export function FacetNav() {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState("");
  const { isFolded, toggle } = useFolded();
  const facets = useFacets().filter((each) => each.label.toLowerCase().includes(wanted.trim().toLowerCase()));
  const filled = facets.filter((each) => each.count > 0);
  const empty = facets.filter((each) => each.count === 0);
  const groups = useGroups(filled);
  return (
    <nav className="fs-nav" aria-label={t("facets")}>
      <Link to="/" search={keepCulture} activeOptions={{ exact: true, includeSearch: false }}>
        <House size={16} aria-hidden />
        <span>{t("home")}</span>
      </Link>
      <PageLinks />
      <div className="fs-nav-title">{t("facets")}</div>
      <TextInput
        size="xs"
        aria-label={t("findFacet")}
        placeholder={t("findFacet")}
        leftSection={<Search size={13} aria-hidden />}
        value={wanted}
        onChange={(event) => setWanted(event.currentTarget.value)}
        mb={4}
      />
      {facets.length === 0 && <span className="fs-nav-title">{t("noFacet")}</span>}
      {groups.map(({ key, label, facets: those }) => (
        <Group
          key={key}
          label={label}
          facets={those}
          isOpen={wanted !== "" || !isFolded(key)}
          toggle={() => toggle(key)}
        />
      ))}
      {empty.length > 0 && (
        <Group
          label={t("emptyFacets", { count: empty.length })}
          facets={empty}
          isOpen={wanted !== "" || isFolded(EMPTY)}
          toggle={() => toggle(EMPTY)}
        />
      )}
    </nav>
  );
}

/** Of the facets without elements: they are folded until the user opens them. */
const EMPTY = "";

interface GroupProperties {
  label: string;
  facets: CountedFacet[];
  isOpen: boolean;
  toggle: () => void;
}

function Group({ label, facets, isOpen, toggle }: GroupProperties) {
  const Sign = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <UnstyledButton className="fs-nav-title fs-nav-group" aria-expanded={isOpen} onClick={toggle}>
        <Sign size={12} aria-hidden /> {label}
      </UnstyledButton>
      {isOpen && facets.map((each) => <FacetLink key={each.name} facet={each} />)}
    </>
  );
}

function PageLinks() {
  const { roles } = usePerson();
  const { t } = useTranslation(PAGES.map((page) => page.path));
  const shown = PAGES.filter((page) => page.inMenu && (page.role === undefined || roles.includes(page.role)));
  return shown.map(({ path, icon: Icon }) => (
    <Link key={path} to={`/${path}`} search={keepCulture} activeOptions={{ includeSearch: false }}>
      <Icon size={16} aria-hidden />
      <span>{t("title", { ns: path })}</span>
    </Link>
  ));
}

function FacetLink({ facet }: { facet: CountedFacet }) {
  const current = useParams({ strict: false }).facet === facet.name;
  return (
    <Link
      to="/facets/$facet"
      params={{ facet: facet.name }}
      search={keepCulture}
      aria-current={current ? "page" : undefined}
    >
      <span>{facet.label}</span>
      {facet.count > 0 && <span className="fs-count">{numberText(facet.count)}</span>}
    </Link>
  );
}
