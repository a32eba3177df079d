import type { ComponentProps } from 'react'
import { BackBar } from '../../domain/page/back-bar.tsx'
import { useGoBack } from './use-go-back.ts'

export type PageBarProps = Omit<ComponentProps<typeof BackBar>, 'onBack'>

/** `BackBar` of a page, which goes back in the history. */
export const PageBar = (props: PageBarProps) => <BackBar {...props} onBack={useGoBack()} />
