import { MantineProvider } from "@mantine/core";
import { ModalsProvider } from "@mantine/modals";
import { Notifications } from "@mantine/notifications";
import { QueryClientProvider } from "@tanstack/react-query";
import { RouterProvider } from "@tanstack/react-router";
import { EmbedGate } from "./Embed";
import { isEmbedded } from "./framing";
import { Gate } from "./Gate";
import { queryClient } from "./query-client";
import { router } from "./router";
import { theme } from "./theme";

const Door = isEmbedded ? EmbedGate : Gate;

export function App() {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <Notifications position="bottom-right" limit={4} />
        <Door>
          <ModalsProvider>
            <RouterProvider router={router} />
          </ModalsProvider>
        </Door>
      </QueryClientProvider>
    </MantineProvider>
  );
}
