import { setFlagsFromString } from 'node:v8'

// For programs whose objects live for one batch; to be imported before anything that allocates.
// The young generation stays as small as it starts. (V8 no longer takes --max-semi-space-size once it runs.)
setFlagsFromString('--semi-space-growth-factor=1')
// What outlives it is collected when it has doubled; V8 would wait for four times as much.
setFlagsFromString('--heap-growing-percent=100')
