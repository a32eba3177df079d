import { useState } from 'react'

/** The time at which the part was first shown, for due dates: they are counted in days. */
export const useNow = (): number => useState(() => Date.now())[0]
