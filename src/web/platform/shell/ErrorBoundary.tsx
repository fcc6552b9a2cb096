import { Component, type ReactNode } from 'react'

type Props = { instead: ReactNode; children: ReactNode }

/** Shows a fallback when its content throws while rendering. */
export class ErrorBoundary extends Component<Props, { isBroken: boolean }> {
  override state = { isBroken: false }

  static getDerivedStateFromError = () => ({ isBroken: true })

  override render(): ReactNode {
    return this.state.isBroken ? this.props.instead : this.props.children
  }
}
