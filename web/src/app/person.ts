// The signed-in person, and what this person may do.
import { createContext, useContext } from "react";
import type { Session } from "@/api/types.gen";

/** Who is signed in. */
export type Person = Required<Pick<Session, "id" | "name" | "role" | "roles">> & Session;

export const PersonContext = createContext<Person | null>(null);

export function usePerson(): Person {
  const person = useContext(PersonContext);
  if (person === null) throw new Error("There is no session.");
  return person;
}

type Role = Person["roles"][number];

/** Whether the person has a role, by itself or by a higher one. */
export function useHasRole(role: Role): boolean {
  return usePerson().roles.includes(role);
}
