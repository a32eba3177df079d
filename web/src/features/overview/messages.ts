import { formatNumber } from '../../lib/format.ts'
import type { Direction, OwnershipNode } from './ownership.ts'

export const directionLabels: Readonly<Record<Direction, string>> = { up: '股东', down: '对外投资' }

/** Counting words of shareholders and of companies. */
export const countWords: Readonly<Record<Direction, string>> = { up: '名', down: '家' }

/** Label of the shareholders or investments that are not shown. */
export const restLabel = (count: number, direction: Direction) => `另 ${formatNumber(count)} ${countWords[direction]}`

/** Label of the button that expands or collapses a company. */
export function toggleLabel({ name, state }: OwnershipNode, direction: Direction): string {
  if (state === 'failed') return `重试加载 ${name} 的${directionLabels[direction]}`
  return `${state === 'closed' ? '展开' : '收起'} ${name} 的${directionLabels[direction]}`
}
