import type { Dashboard } from '@wardtrack/contracts'
import { Button, Dropdown, type MenuProps } from 'antd'
import { Ellipsis, Plus, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useOfflineReason } from '../../lib/live/use-offline.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { PageToolbar } from '../../ui/page-toolbar.tsx'
import type { useDashboardChanges } from './use-dashboard-changes.ts'
import type { EditedLayout } from './use-layout-edit.ts'

interface EditToolbarProps {
  readonly dashboard: Dashboard
  readonly layout: EditedLayout
  readonly changes: ReturnType<typeof useDashboardChanges>
  readonly onAdd: () => void
}

/** Actions on the dashboard during editing. */
export function EditToolbar({ dashboard, layout, changes, onAdd }: EditToolbarProps) {
  const { t } = useTranslation('dashboard')
  const offline = useOfflineReason()
  const { edit, change, end } = layout
  const items = useMenu(dashboard, layout, changes)
  if (!edit) return null
  const isChanged = edit.former.length > 0
  return (
    <PageToolbar
      actions={
        <>
          {items.length > 0 ? (
            <Dropdown
              autoFocus
              menu={{ items }}
              trigger={['click']}
              placement="bottomRight"
              disabled={offline !== undefined}
            >
              <Button
                aria-label={t('edit.more')}
                title={offline ?? t('edit.more')}
                icon={<Ellipsis size={16} aria-hidden />}
              />
            </Dropdown>
          ) : null}
          <Button onClick={end}>{t('edit.cancel')}</Button>
          <Button
            type="primary"
            disabled={!isChanged || offline !== undefined}
            title={offline}
            loading={changes.save.isPending}
            onClick={() => changes.save.mutate(edit.tiles)}
          >
            {t('edit.save')}
          </Button>
        </>
      }
    >
      <Button icon={<Plus size={16} strokeWidth={1.8} aria-hidden />} onClick={onAdd}>
        {t('edit.addTile')}
      </Button>
      <Button
        icon={<Undo2 size={16} strokeWidth={1.8} aria-hidden />}
        disabled={!isChanged}
        onClick={() => change({ kind: 'undo' })}
      >
        {t('edit.undo')}
      </Button>
    </PageToolbar>
  )
}

/** Returns the menu for the default: a reset to it, and for administrators setting it. */
function useMenu(
  { source, maySetDefault, isDefaultSet, defaultRevision: revision }: Dashboard,
  { edit }: EditedLayout,
  { reset, saveDefault, resetDefault }: EditToolbarProps['changes'],
): NonNullable<MenuProps['items']> {
  const { t } = useTranslation('dashboard')
  const confirm = useConfirm()
  const ask = (question: 'reset' | 'makeDefault' | 'resetDefault', onConfirm: () => Promise<unknown>): void =>
    confirm({
      title: t(`edit.${question}.title`),
      content: t(`edit.${question}.why`),
      verb: t(`edit.${question}.verb`),
      onConfirm,
    })
  return [
    ...(source === 'own'
      ? [
          {
            key: 'reset',
            label: t('edit.reset.verb'),
            onClick: () => ask('reset', () => reset.mutateAsync()),
          },
        ]
      : []),
    ...(maySetDefault
      ? [
          {
            key: 'makeDefault',
            label: t('edit.makeDefault.verb'),
            onClick: () =>
              ask('makeDefault', () => saveDefault.mutateAsync({ tiles: edit?.tiles ?? [], revision })),
          },
        ]
      : []),
    ...(maySetDefault && isDefaultSet
      ? [
          {
            key: 'resetDefault',
            label: t('edit.resetDefault.verb'),
            onClick: () => ask('resetDefault', () => resetDefault.mutateAsync(revision)),
          },
        ]
      : []),
  ]
}
