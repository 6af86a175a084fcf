/** An error boundary that passes on what fails while drawing: Ink would draw it, whatever its text holds. */
import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
  readonly onError: (error: unknown) => void;
}

interface State {
  readonly hasFailed: boolean;
}

/** Draws nothing once something has failed. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { hasFailed: false };

  static getDerivedStateFromError(): State {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown): void {
    // React is still at work here, and the program is about to be taken apart.
    setImmediate(this.props.onError, error);
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children;
  }
}
