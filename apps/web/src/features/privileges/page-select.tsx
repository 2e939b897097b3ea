import { PAGES } from '@wardtrack/contracts/pages'
import { Select } from 'antd'
import { usePageTitles } from '../../lib/language.ts'

interface PageSelectProps {
  readonly value?: readonly string[]
  readonly onChange?: (pages: string[]) => void
  readonly id?: string
}

const none: readonly string[] = []

/** Choice of pages by name or title, as a form field. */
export function PageSelect({ value = none, ...field }: PageSelectProps) {
  const titleOf = usePageTitles()
  return (
    <Select
      mode="multiple"
      {...field}
      value={[...value]}
      options={PAGES.map((page) => ({ value: page, label: `/${page} · ${titleOf(page)}` }))}
      optionFilterProp="label"
      maxTagCount="responsive"
    />
  )
}
