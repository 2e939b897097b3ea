import type { MetaEntry } from '@wardtrack/contracts'
import { Input, Select } from 'antd'
import { localAlias } from '../../lib/metadata.ts'

interface ValueInputProps {
  readonly id?: string
  /** Accessible name, for an input without a label. */
  readonly label?: string
  readonly placeholder?: string
  readonly className?: string | undefined
  readonly value?: readonly string[]
  readonly onChange?: (value: readonly string[]) => void
  readonly onBlur?: () => void
  /** mapping of the chosen field */
  readonly entry: Pick<MetaEntry, 'Options'> | undefined
  /** True if several values may be chosen, any of which matches. */
  readonly several: boolean
}

/** Input for one or several values, with the options of the field if it has some. */
export function ValueInput(props: ValueInputProps) {
  const { value = [], onChange, entry, several, label, className, ...attributes } = props
  const control = { ...attributes, ...(label ? { 'aria-label': label } : {}), className: className ?? '' }
  const options = Object.entries(entry?.Options ?? {}).map(([code, { alias }]) => ({
    value: code,
    label: localAlias(alias) || code,
  }))
  if (several)
    return (
      <Select
        {...control}
        mode={options.length > 0 ? 'multiple' : 'tags'}
        value={[...value]}
        onChange={(chosen: string[]) => onChange?.(chosen)}
        options={options}
      />
    )
  if (options.length > 0)
    return (
      <Select
        {...control}
        value={value[0] ?? null}
        onChange={(chosen: string | null) => onChange?.(chosen === null ? [] : [chosen])}
        options={options}
      />
    )
  return (
    <Input
      {...control}
      value={value[0] ?? ''}
      maxLength={200}
      autoComplete="off"
      onChange={({ target }) => onChange?.(target.value === '' ? [] : [target.value])}
    />
  )
}
