import type { SeededRandom } from '../builders/seeded-random.ts'
import { soundsLike } from './facts.ts'
import { looksLike, mistakenForms } from './look-alikes.ts'

/** `wrong`: one that looks like the right one and sounds different. `homophone`: one that sounds like it. */
export const typoKinds = ['wrong', 'homophone', 'swapped', 'extra', 'missing'] as const
export type TypoKind = (typeof typoKinds)[number]

/** Common characters that a typo may insert or substitute. */
const common = Array.from(
  '的一是在不了有和人这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经十三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条只没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严',
)

/** `text` with one typo of this kind; null when this draw gives none. */
export function withTypo(text: string, kind: TypoKind, random: SeededRandom): string | null {
  const characters = Array.from(text)
  const at = random.below(characters.length)
  const here = characters[at] ?? ''
  switch (kind) {
    case 'wrong':
    case 'homophone': {
      const isOther = (other: string) => other !== here && soundsLike(here, other)
      const candidates = kind === 'wrong' ? mistakenForms(here) : common.filter(isOther)
      return candidates.length === 0 ? null : characters.with(at, random.pick(candidates)).join('')
    }
    case 'missing':
      return characters.toSpliced(at, 1).join('')
    case 'extra':
      return characters.toSpliced(at, 0, random.pick([here, random.pick(common)])).join('')
    case 'swapped': {
      const next = characters[at + 1]
      return next === undefined || next === here
        ? null
        : characters
            .with(at, next)
            .with(at + 1, here)
            .join('')
    }
    default:
      return kind satisfies never
  }
}

/** Whether `typed` is `intended` with one typo of this kind. */
export function isTypoOf(typed: string, intended: string, kind: TypoKind): boolean {
  const [one, other] = [Array.from(typed), Array.from(intended)]
  switch (kind) {
    case 'missing':
      return lacksOne(one, other)
    case 'extra':
      return lacksOne(other, one)
    case 'wrong':
    case 'homophone':
    case 'swapped': {
      if (one.length !== other.length) return false
      const places = one.flatMap((character, at) => (character === other[at] ? [] : [at]))
      const [first = -1, second = -1] = places
      if (kind !== 'swapped') return places.length === 1 && isMistakable(one[first] ?? '', other[first] ?? '')
      return places.length === 2 && second === first + 1 && one[first] === other[second] && one[second] === other[first]
    }
    default:
      return kind satisfies never
  }
}

const isMistakable = (a: string, b: string) => soundsLike(a, b) || looksLike(a, b)

const lacksOne = (shorter: readonly string[], longer: readonly string[]) =>
  shorter.length + 1 === longer.length &&
  longer.some((_, at) => longer.toSpliced(at, 1).every((character, index) => character === shorter[index]))
