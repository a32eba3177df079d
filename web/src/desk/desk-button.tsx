import type { ComponentProps } from 'react'

type DeskButtonProps = Omit<ComponentProps<'button'>, 'className' | 'children'> & {
  text: string
  /** Its classes of desk.css, such as `small`, `primary`, `danger` and `end`. */
  look?: string
}

export const DeskButton = ({ text, look = '', ...rest }: DeskButtonProps) => (
  <button type="button" className={`bt ${look}`} {...rest}>
    {text}
  </button>
)
