/** Docked position: edge and distance from the bottom in px. */
export type RobotPosition = { side: 'left' | 'right'; bottom: number }

type Screen = { width: number; height: number }

/** Reserved space at the top (status bar, sticky search) and the bottom (tab bar, login bar), px. */
export type Margins = { top: number; bottom: number }

/** Docks at the nearer edge within the margins. `x` and `y` are the pointer position at release. */
export function dockRobot(x: number, y: number, screen: Screen, margins: Margins): RobotPosition {
  const side = x < screen.width / 2 ? 'left' : 'right'
  const highest = Math.max(margins.bottom, screen.height - margins.top)
  return { side, bottom: Math.min(Math.max(screen.height - y, margins.bottom), highest) }
}
