import { type IconName, iconPaths } from './icon-paths.ts'
import { IconShape, type IconStyle } from './icon-shape.tsx'

export const Icon = ({ name, ...style }: IconStyle & { name: IconName }) => (
  <IconShape path={iconPaths[name]} {...style} />
)
