/** Oldest browsers served: web-views of 2020–2021 (docs/decisions/0077-browser-floor.md). */
export const browserFloor = { chrome: '87', safari_ios: '14.5' }

/** The floor as build targets. iOS 14.5 has Safari 14.1. */
export const floorTargets = ['chrome87', 'safari14.1']
