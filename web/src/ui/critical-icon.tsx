import { type CriticalIconName, criticalIconPaths } from './critical-icon-paths.ts'
import { IconShape, type IconStyle } from './icon-shape.tsx'

/** `Icon` for the first load: bundles only the paths used there. */
export const CriticalIcon = ({ name, ...style }: IconStyle & { name: CriticalIconName }) => (
  <IconShape path={criticalIconPaths[name]} {...style} />
)
