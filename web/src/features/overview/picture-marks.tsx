import type { CSSProperties } from 'react'
import { LINE, type PlacedNode, type PlacedPicture, type PlacedRest, type PlacedText } from './picture-layout.ts'

/** Inline, so that a saved picture has them too. */
const ink = (colour: string): CSSProperties => ({ fill: `var(--${colour})` })
const drawn = (colour: string, width = 1): CSSProperties => ({
  fill: 'none',
  stroke: `var(--${colour})`,
  strokeWidth: width,
})

type Props = {
  picture: PlacedPicture
  textSize: number
  /** Paths of the nodes on the way of a holder. */
  marked: ReadonlySet<string>
}

/** The chart itself: nodes, lines, shares and marks, without controls. */
export function PictureMarks({ picture: { root, places, lines }, textSize, marked }: Props) {
  const isMarked = (path: string) => marked.has(path) || (path === 'root' && marked.size > 0)
  return (
    <>
      <defs>
        {['line-3', 'brand'].map((colour) => (
          <marker
            key={colour}
            id={`arrow-${colour}`}
            viewBox="0 0 8 8"
            refX="7"
            refY="4"
            markerWidth="8"
            markerHeight="8"
            orient="auto"
          >
            <path d="M1 1 7 4 1 7" style={drawn(colour)} />
          </marker>
        ))}
      </defs>
      {lines
        .toSorted((one, other) => Number(isMarked(one.path)) - Number(isMarked(other.path)))
        .map(({ key, way, path, hasArrow }) => {
          const colour = isMarked(path) ? 'brand' : 'line-3'
          return (
            <path
              key={key}
              d={way}
              style={drawn(colour, isMarked(path) ? 2 : 1)}
              {...(hasArrow && { markerEnd: `url(#arrow-${colour})` })}
            />
          )
        })}
      <rect x={root.x} y={root.y} width={root.width} height={root.height} rx={8} style={ink('brand')} />
      <Lines of={root.name} size={textSize + 1} colour="text-on-brand" isBold />
      {places.map((place) =>
        place.type === 'node' ? (
          <NodeMarks key={place.key} place={place} textSize={textSize} isMarked={isMarked(place.key)} />
        ) : (
          <RestMarks key={place.key} place={place} textSize={textSize} />
        ),
      )}
    </>
  )
}

type LinesProps = { of: PlacedText; size: number; colour: string; isBold?: boolean; hasGround?: boolean }

function Lines({ of: { x, y, lines, align }, size, colour, isBold = false, hasGround = false }: LinesProps) {
  const style: CSSProperties = {
    ...ink(colour),
    fontSize: `${size}px`,
    fontWeight: isBold ? 600 : 400,
    ...(hasGround && { stroke: 'var(--bg-page)', strokeWidth: 6, strokeLinejoin: 'round', paintOrder: 'stroke' }),
  }
  return lines.map((line, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: lines of one text never move
    <text key={at} x={x} y={y + at * size * LINE} textAnchor={align} dominantBaseline="central" style={style}>
      {line}
    </text>
  ))
}

function NodeMarks({ place, textSize, isMarked }: { place: PlacedNode; textSize: number; isMarked: boolean }) {
  const { x, y, width, height, node, name, notes, percent, toggle } = place
  const border = isMarked ? 'brand' : node.isCircular ? 'warn' : 'line-2'
  return (
    <>
      <rect
        {...{ x, y, width, height }}
        rx={node.isPerson ? Math.min(22, height / 2) : 8}
        style={{ ...drawn(border, isMarked ? 2 : 1), fill: 'var(--bg-card)' }}
      />
      <Lines of={name} size={textSize} colour="text-1" />
      <Lines of={notes} size={textSize} colour={node.isCircular ? 'warn' : 'text-3'} />
      <Lines of={percent} size={textSize} colour="text-link" isBold hasGround={percent.align === 'middle'} />
      {toggle !== null && (
        <>
          <circle cx={toggle.x} cy={toggle.y} r={10} style={{ ...drawn('line-3'), fill: 'var(--bg-card)' }} />
          <path
            d={`M${toggle.x - 4} ${toggle.y}h8${node.state === 'closed' || node.state === 'failed' ? `m-4 -4v8` : ''}`}
            style={drawn('text-2', 1.5)}
          />
        </>
      )}
    </>
  )
}

function RestMarks({ place: { x, y, width, height, name }, textSize }: { place: PlacedRest; textSize: number }) {
  return (
    <>
      <rect
        {...{ x, y, width, height }}
        rx={8}
        style={{ ...drawn('line-2'), fill: 'var(--bg-card)', strokeDasharray: '4 3' }}
      />
      <Lines of={name} size={textSize} colour="text-link" isBold />
    </>
  )
}
