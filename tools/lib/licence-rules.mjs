/** SPDX licences of production packages that need no more than their text. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'Bitstream-Vera',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/** Licences that demand the same licence of what is built with the package, or of its changes. */
const copyleft = /^(A|L)?GPL|^(MPL|EPL|CDDL|EUPL|OSL|SSPL|CPAL|MS-RL|CC-BY-SA|CC-BY-NC)(-|$)/i

/** Terms of an SPDX expression: words and parentheses. */
const tokensOf = (expression) => expression.match(/[()]|[^\s()]+/g) ?? []

/** Whether an SPDX expression permits use under an allowed licence alone. Anything that is no expression does not. */
function isAllowed(expression) {
  const tokens = tokensOf(expression)
  let at = 0
  function readTerm() {
    const token = tokens[at++]
    if (token !== '(') return allowed.has(token)
    const inner = readAny()
    return tokens[at++] === ')' && inner
  }
  function readAll() {
    let result = readTerm()
    while (tokens[at] === 'AND') {
      at += 1
      result = readTerm() && result
    }
    return result
  }
  function readAny() {
    let result = readAll()
    while (tokens[at] === 'OR') {
      at += 1
      result = readAll() || result
    }
    return result
  }
  const result = readAny()
  return at === tokens.length && result
}

/**
 * A sentence for each package whose licence is copyleft or unknown.
 * @param {readonly { name: string, version: string, licence: string | undefined }[]} packages
 * @returns {string[]}
 */
export function licenceFaults(packages) {
  const bad = packages.filter(({ licence }) => licence === undefined || !isAllowed(licence))
  return bad.map(({ name, version, licence }) => {
    const isCopyleft = licence !== undefined && tokensOf(licence).some((token) => copyleft.test(token))
    const reason = isCopyleft ? '对衍生作品有许可要求' : '不在已知的许可之列'
    return `${name} ${version}：许可 ${licence ?? '未写明'} ${reason}`
  })
}
