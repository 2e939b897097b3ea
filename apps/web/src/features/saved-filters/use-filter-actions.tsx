import type { SavedFilter } from '@wardtrack/contracts'
import type { MenuProps } from 'antd'
import { Eye, EyeOff, Star, StarOff, Trash2, UserRound, UsersRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { isOwn } from './saved-filters.query.ts'

type Change = { readonly share?: boolean; readonly showMe?: boolean; readonly isDefault?: boolean }

/** Returns the actions on a saved filter: those of every user, and those of its owner. */
export function useFilterActions(onDeleted: (filter: SavedFilter) => void) {
  const { t } = useTranslation('asset-filters')
  const confirm = useConfirm()
  const invalidates = [[KEYS.savedFilters]]
  const change = useApiMutation({
    call: ({ filterId, ...body }: Change & { filterId: string }) =>
      api.call('updateFilter', { params: { filterId }, body }),
    invalidates,
  })
  const removal = useApiMutation({
    call: ({ filterId }: SavedFilter) => api.call('deleteFilter', { params: { filterId } }),
    success: ({ message }) => message,
    invalidates,
    onSuccess: (_answer, filter) => onDeleted(filter),
  })
  const remove = (filter: SavedFilter): void =>
    confirm({
      title: t('delete.title', { name: filter.displayName }),
      content: filter.share ? t('delete.shared') : t('delete.own'),
      verb: t('delete.verb'),
      onConfirm: () => removal.mutateAsync(filter).catch(() => undefined),
    })
  const menuOf = (filter: SavedFilter): NonNullable<MenuProps['items']> => {
    const { filterId, share, showMe, isDefault } = filter
    const item = (key: string, label: string, Icon: typeof Eye, body: Change) => ({
      key,
      label,
      icon: <Icon size={16} aria-hidden />,
      onClick: () => change.mutate({ filterId, ...body }),
    })
    return [
      showMe
        ? item('hide', t('hide'), EyeOff, { showMe: false })
        : item('show', t('show'), Eye, { showMe: true }),
      isDefault
        ? item('no-default', t('noDefault'), StarOff, { isDefault: false })
        : item('default', t('makeDefault'), Star, { isDefault: true }),
      ...(isOwn(filter)
        ? [
            share
              ? item('only-me', t('shareOnlyMe'), UserRound, { share: false })
              : item('everyone', t('shareEveryone'), UsersRound, { share: true }),
            { type: 'divider' as const },
            {
              key: 'delete',
              label: t('delete.verb'),
              danger: true,
              icon: <Trash2 size={16} aria-hidden />,
              onClick: () => remove(filter),
            },
          ]
        : []),
    ]
  }
  return { menuOf, remove, change }
}
