import { useState } from 'react'
import styles from './logo-placeholder.module.css'
import { placeholderCharacters, placeholderColour } from './placeholder-colour.ts'

type Props = {
  company: { id: string; name: string; logo: string | null }
  size?: 'sm' | 'md' | 'lg'
}

/**
 * Logo of a company, or four characters of its name on a random hue. Hidden from screen readers: the name is beside it.
 */
export function LogoPlaceholder({ company, size = 'sm' }: Props) {
  const [broken, setBroken] = useState(false)
  const className = `${styles.logo} ${styles[size]}`
  if (company.logo !== null && !broken) {
    return (
      <img
        className={className}
        src={company.logo}
        alt=""
        loading="lazy"
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    )
  }
  const characters = placeholderCharacters(company.name)
  return (
    <span className={className} style={{ background: placeholderColour(company.id) }} aria-hidden="true">
      {characters.map((character, position) => (
        <span key={`${position}${character}`}>{character}</span>
      ))}
    </span>
  )
}
