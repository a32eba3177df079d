import { Component, type ReactNode } from 'react'
import type { Location } from 'react-router'
import { ErrorPage } from './error-page.tsx'

type Props = { location: Location; children: ReactNode }
type State = { location: Location; failure: { error: unknown } | null }

/** Shows the error page after a render error, until the location changes. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { location: this.props.location, failure: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ location }: Props, state: State): State | null {
    return location === state.location ? null : { location, failure: null }
  }

  override render() {
    const { failure } = this.state
    return failure === null ? this.props.children : <ErrorPage error={failure.error} />
  }
}
