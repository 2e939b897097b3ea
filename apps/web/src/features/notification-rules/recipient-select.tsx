import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { recipientsQuery } from './rules.query.ts'

interface RecipientSelectProps {
  readonly id?: string
  readonly value?: readonly string[]
  readonly onChange?: (value: readonly string[]) => void
  readonly kind: 'privileges' | 'users'
}

const NOBODY: readonly string[] = []

/** Choice of several privileges or users, found by a part of their names. */
export function RecipientSelect({ id, value = NOBODY, onChange, kind }: RecipientSelectProps) {
  const [search, setSearch] = useState('')
  const { data, isFetching } = useQuery(recipientsQuery(search))
  const options =
    kind === 'privileges'
      ? (data?.privileges ?? []).map((name) => ({ value: name, label: name }))
      : (data?.users ?? []).map(({ username, displayName }) => ({
          value: username,
          label: displayName === '' || displayName === username ? username : `${displayName} (${username})`,
        }))
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      mode="multiple"
      value={[...value]}
      onChange={(chosen: string[]) => onChange?.(chosen)}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={isFetching}
      options={options}
    />
  )
}
