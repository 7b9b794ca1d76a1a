import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { packed } from "./build/packed.ts";

// Addresses stay relative, so that the page runs below any prefix; the service puts the place of the assets into index.html.
export default defineConfig({
  base: "./",
  resolve: { alias: { "@": new URL("./src", import.meta.url).pathname } },
  plugins: [react(), packed()],
  // The guide is a page of docs/, beside this folder.
  server: { fs: { allow: [".."] } },
  build: {
    outDir: "../src/facetstore/web",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    // Inline polyfill scripts would break the policy of the page.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    // What the start needs is one file, so is what trees, lists and elements need, and so is what several other pages share. Otherwise a
    // page would be sixty files, one for each set of pages that have a part in common: to ask for a file costs more than its size.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: "start", tags: ["$initial"], priority: 3 },
            { name: "elements", test: /\/pages\/facet\/FacetPage/, priority: 2 },
            { name: "shared", minShareCount: 4, priority: 1 },
          ],
        },
      },
    },
    license: { fileName: "THIRD-PARTY.md" },
  },
});
