import { useNavigate } from '../../lib/router/router.tsx'
import { usePageLocation } from '../../platform/navigation/page-location.tsx'
import { type FieldPlace, searchPlaceOf } from '../../platform/navigation/search-place.ts'

/**
 * The open search panel is a history entry of Home, so that going back closes it. `place` is the field it belongs to;
 * null: closed.
 */
export function useSearchEntry() {
  const navigate = useNavigate()
  const { search, state } = usePageLocation()
  const place = searchPlaceOf(state)
  return {
    place,
    open: (searchIn: FieldPlace) => {
      // Rendered at once: the field must not lose the focus that opens the panel.
      const options = { state: { keepScroll: true, searchIn }, flushSync: true }
      if (place === null) void navigate({ search }, options)
    },
    close: () => {
      if (place !== null) void navigate(-1)
    },
  }
}
