import { type FirstIconName, firstIconPaths } from './first-icon-paths.ts'
import { IconShape, type IconStyle } from './icon-shape.tsx'

/** `Icon` for what the first load shows: it brings only the few paths needed there. */
export const FirstIcon = ({ name, ...style }: IconStyle & { name: FirstIconName }) => (
  <IconShape path={firstIconPaths[name]} {...style} />
)
