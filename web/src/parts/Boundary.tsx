// Around each part of a page: what fails in it is shown in its place, and everything else stays.
import { QueryErrorResetBoundary } from "@tanstack/react-query";
import { Component, type ReactNode } from "react";
import { isTransient } from "@/api/client";
import { onBack } from "@/api/connection";
import { PartMissing } from "@/app/chunk";
import { Failure } from "./Failure";

export function Boundary({ children }: { children: ReactNode }) {
  return (
    <QueryErrorResetBoundary>{({ reset }) => <Catching reset={reset}>{children}</Catching>}</QueryErrorResetBoundary>
  );
}

interface Properties {
  /** Makes queries that failed ask again. */
  reset: () => void;
  children: ReactNode;
}

class Catching extends Component<Properties, { caught?: { error: unknown } }> {
  override state: { caught?: { error: unknown } } = {};
  private forget = () => {};

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } };
  }

  override componentDidMount() {
    this.forget = onBack(() => {
      if (this.state.caught && isTransient(this.state.caught.error)) this.again();
    });
  }

  override componentWillUnmount() {
    this.forget();
  }

  again = () => {
    this.props.reset();
    this.setState({ caught: undefined });
  };

  override render() {
    const { caught } = this.state;
    if (caught === undefined) return this.props.children;
    return <Failure error={caught.error} retry={retryOf(caught.error, this.again)} />;
  }
}

/** A part of the page that is gone comes with a new page only. */
export const retryOf = (error: unknown, again: () => void): (() => void) =>
  error instanceof PartMissing ? () => location.reload() : again;
