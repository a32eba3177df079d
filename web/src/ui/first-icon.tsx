import { type FirstIconName, firstIconPaths } from './first-icon-paths.ts'
import { IconShape, type IconStyle } from './icon-shape.tsx'

/** `Icon` for the first load: bundles only the paths used there. */
export const FirstIcon = ({ name, ...style }: IconStyle & { name: FirstIconName }) => (
  <IconShape path={firstIconPaths[name]} {...style} />
)
