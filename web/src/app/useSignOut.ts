// Signing out, from the menu of the account and from the palette.
import { useMutation } from "@tanstack/react-query";
import { send } from "@/api/requests";
import { announce } from "./session";

export function useSignOut() {
  return useMutation({
    mutationFn: () => send("delete", "/rest/session"),
    onSuccess: () => {
      announce(null);
      // Nothing of this person stays in the memory of the window.
      location.reload();
    },
  });
}
