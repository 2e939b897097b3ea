import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pathText } from '../../lib/place.ts'
import { useDebounced } from '../../lib/use-delayed.ts'
import { parPlacesQuery } from './par-settings.query.ts'

const TYPING_MS = 300

interface UnitSelectProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** Choice of a place of the hierarchy, found by words of its path. */
export function UnitSelect({ id, value = '', onChange }: UnitSelectProps) {
  const { t } = useTranslation('par-settings')
  const [search, setSearch] = useState('')
  const { data, isFetching, isError } = useQuery(parPlacesQuery(useDebounced(search, TYPING_MS)))
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      value={value === '' ? null : value}
      onChange={(chosen: string) => onChange?.(chosen)}
      showSearch={{ filterOption: false, onSearch: setSearch }}
      loading={isFetching}
      options={(data ?? []).map(({ hierarchyId, fullPath }) => ({
        value: hierarchyId,
        label: pathText(fullPath),
      }))}
      notFoundContent={isError ? t('placesFailed') : t('noPlaces')}
    />
  )
}
