// Colours that are easy to read: dark shades on light ground, checked against the contrast rules in light and dark.
import { createTheme, type MantineColorsTuple } from "@mantine/core";

const gem: MantineColorsTuple = [
  "#e6f6f7",
  "#cdecee",
  "#9fdade",
  "#6cc6cc",
  "#43b3bb",
  "#2aa4ad",
  "#178f98",
  "#0f7a82",
  "#0b666d",
  "#07484d",
];

export const theme = createTheme({
  primaryColor: "gem",
  primaryShade: { light: 8, dark: 8 },
  autoContrast: true,
  colors: { gem },
  defaultRadius: "md",
  fontFamily: 'Inter, "Segoe UI", system-ui, -apple-system, Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "Cascadia Code", Menlo, Consolas, monospace',
  headings: {
    fontWeight: "600",
    sizes: { h1: { fontSize: "1.5rem" }, h2: { fontSize: "1.15rem" }, h3: { fontSize: "1rem" } },
  },
  cursorType: "pointer",
  respectReducedMotion: true,
  components: {
    // A dialog's header is no landmark of the page.
    Modal: { defaultProps: { attributes: { header: { role: "presentation" } }, centered: true } },
    Tooltip: { defaultProps: { openDelay: 350, withArrow: true } },
    ActionIcon: { defaultProps: { variant: "subtle", color: "gray" } },
    Button: { defaultProps: { size: "sm" } },
  },
});
