/** `keyCode` of a key that an input method uses. */
const INPUT_METHOD = 229

/**
 * Whether a key belongs to an input method, for example an Enter that chooses a word. Safari ends the composition before
 * this key, so that only its code tells.
 */
export const isComposing = ({
  isComposing: isOpen,
  keyCode,
}: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean => isOpen || keyCode === INPUT_METHOD
