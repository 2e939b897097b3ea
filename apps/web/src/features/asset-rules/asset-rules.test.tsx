import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'
import { queryClient } from '../../lib/query-client.ts'
import { findEnabledButton } from '../../testing/enabled-button.ts'
import { refusal } from '../../testing/fake-server.ts'
import { mapHospital, openPage } from '../../testing/map-hospital.tsx'
import { warmUp } from '../../testing/warm-up.ts'

warmUp()
beforeEach(() => queryClient.clear())

const rule = {
  ruleName: 'Empty in Ward 4',
  status: true,
  ruleCondition: { Fields_BatteryLevel_Level: ['LEVEL_1', 'LEVEL_4'], CurrentLocation_level_2: 'Ward 4' },
}

/** Opens the page of asset rules on a server that stores them. */
function open(rules: (typeof rule)[]) {
  const server = mapHospital({ allowedRoutes: ['/mednet-param'] })
  Object.assign(server.handlers, {
    '/api/getRule': () => (rules.length > 0 ? { Equipment: rules } : {}),
    '/api/setRule': ({ body }: { body: unknown }) => ({
      err: 0,
      message: 'Rule saved.',
      ...(body as object),
    }),
    '/api/removeRule': () => ({ err: 0, message: 'Rule removed.' }),
  })
  openPage('/mednet-param')
  return server
}

const choose = async (box: HTMLElement, option: string): Promise<void> => {
  await userEvent.click(box)
  // Previously opened lists stay in the page, hidden.
  await userEvent.click((await screen.findAllByTitle(option)).at(-1) as HTMLElement)
}

it('lists the rules with their conditions in words, switches one off and deletes it after a confirmation', async () => {
  const server = open([rule])
  const table = await screen.findByRole('table', { name: 'Asset Rules' })
  const text = 'Battery Level: LEVEL_1, Brim-full; Location, level 2: Ward 4'
  expect(await within(table).findByText(text)).toBeTruthy()
  await userEvent.click(screen.getByRole('switch', { name: 'Empty in Ward 4 enabled' }))
  await screen.findByText('Empty in Ward 4 is switched off')
  expect(server.to('/api/setRule')[0]?.body).toEqual({ Equipment: { ...rule, status: false } })
  await userEvent.click(screen.getByRole('button', { name: 'Delete Empty in Ward 4' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Delete rule' }))
  await screen.findByText('Rule removed.')
  expect(server.to('/api/removeRule')[0]?.body).toEqual({
    AssetType: 'Equipment',
    ruleName: 'Empty in Ward 4',
  })
})

it('shows that there are no rules, and creates one with the entered conditions', async () => {
  const server = open([])
  await screen.findByText('No asset rules yet')
  await userEvent.click(screen.getAllByRole('button', { name: 'Add asset rule' }).at(-1) as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save rule' }))
  await within(dialog).findByText('This field is required')
  await within(dialog).findByText('Asset Type is required')
  expect(server.to('/api/setRule')).toEqual([])

  await userEvent.type(within(dialog).getByLabelText('Rule name'), 'Spare')
  await choose(within(dialog).getByLabelText('Asset type'), 'Devices')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save rule' }))
  await within(dialog).findByText('Please add a condition.')
  await choose(within(dialog).getByLabelText('Field of condition 1'), 'Custom tags')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save rule' }))
  await within(dialog).findByText('Each condition needs a field and a value.')
  for (const tag of ['spare', 'on loan']) {
    await userEvent.type(within(dialog).getByLabelText('Values of condition 1'), tag)
    await userEvent.click((await screen.findAllByTitle(tag)).at(-1) as HTMLElement)
  }
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add condition' }))
  await choose(within(dialog).getByLabelText('Field of condition 2'), 'Asset status')
  await choose(within(dialog).getByLabelText('Values of condition 2'), 'Active')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save rule' }))
  await screen.findByText('Rule saved. It is switched off until you enable it.')
  expect(server.to('/api/setRule')[0]?.body).toEqual({
    Equipment: {
      ruleName: 'Spare',
      status: false,
      ruleCondition: { CustomTags: ['spare', 'on loan'], AssetStatus: 'active' },
    },
  })
})

it('opens a rule with its values, keeps its name, and shows at the conditions what the server refuses', async () => {
  const server = open([rule])
  server.handlers['/api/setRule'] = () =>
    refusal(400, 'invalid_criteria', 'Rules cannot use this field.', {
      errors: [
        { path: 'Equipment.ruleCondition.CurrentLocation_level_2', message: 'Rules cannot use this field.' },
      ],
    })
  await userEvent.click(await findEnabledButton('Empty in Ward 4'))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByLabelText('Rule name').hasAttribute('disabled')).toBe(true)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove condition 1' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save rule' }))
  await within(dialog).findByText('Rules cannot use this field.')
  await waitFor(() =>
    expect(server.to('/api/setRule')[0]?.body).toEqual({
      Equipment: { ...rule, ruleCondition: { CurrentLocation_level_2: 'Ward 4' } },
    }),
  )
})

it('does not replace a rule by a new one of the same name', async () => {
  const server = open([rule])
  // Rules can be added only once the existing ones are loaded.
  await screen.findByRole('switch', { name: 'Empty in Ward 4 enabled' })
  await userEvent.click(screen.getByRole('button', { name: 'Add asset rule' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Rule name'), 'EMPTY in ward 4')
  await choose(within(dialog).getByLabelText('Asset type'), 'Devices')
  await choose(within(dialog).getByLabelText('Field of condition 1'), 'Asset ID')
  await userEvent.type(within(dialog).getByLabelText('Values of condition 1'), 'P-1{Enter}')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save rule' }))
  await within(dialog).findByText('A rule with this name already exists.')
  expect(server.to('/api/setRule')).toEqual([])
})

it('shows a failure to load the rules, and loads them again', async () => {
  const server = mapHospital({ allowedRoutes: ['/mednet-param'] })
  server.handlers['/api/getRule'] = () => refusal(503, 'unavailable', 'The store is not reached.')
  openPage('/mednet-param')
  await screen.findByText('Asset rules could not be loaded')
  server.handlers['/api/getRule'] = () => ({ Equipment: [rule] })
  await userEvent.click(screen.getByRole('button', { name: /again|retry/i }))
  await screen.findByRole('switch', { name: 'Empty in Ward 4 enabled' })
  expect(screen.queryByText('Asset rules could not be loaded')).toBeNull()
})

it('takes a place level by level as one condition, and stores each level', async () => {
  const server = open([])
  server.handlers['/location/api/location.getLocationTitle'] = () => ({
    data: { Level_1: 'Site', Level_2: 'Ward' },
  })
  server.handlers['/location/api/location.getLocationOptionsByLevel'] = ({ body }) =>
    'Level_1' in (body as object) ? { options: ['Hospital'] } : { options: ['Ward 4', 'Ward 5'] }
  await screen.findByText('No asset rules yet')
  await userEvent.click(screen.getAllByRole('button', { name: 'Add asset rule' }).at(-1) as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText('Rule name'), 'Strayed')
  await choose(within(dialog).getByLabelText('Asset type'), 'Devices')
  await choose(within(dialog).getByLabelText('Field of condition 1'), 'Location')
  const place = await within(dialog).findByRole('group', { name: 'Values of condition 1' })
  await choose(await within(place).findByLabelText('Site'), 'Hospital')
  await choose(await within(place).findByLabelText('Ward'), 'Ward 4')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add condition' }))
  await userEvent.click(within(dialog).getByLabelText('Field of condition 2'))
  expect(screen.queryByTitle('Location, level 1')).toBeNull()
  await userEvent.click((await screen.findAllByTitle('Home location')).at(-1) as HTMLElement)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Remove condition 2' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save rule' }))
  await waitFor(() =>
    expect(server.to('/api/setRule')[0]?.body).toEqual({
      Equipment: {
        ruleName: 'Strayed',
        status: false,
        ruleCondition: { CurrentLocation_level_1: 'Hospital', CurrentLocation_level_2: 'Ward 4' },
      },
    }),
  )
})

it('shows the place of a stored rule as a path if its levels form one, and as levels otherwise', async () => {
  const placed = {
    CurrentLocation_level_2: 'Ward 4',
    CurrentLocation_level_1: 'Hospital',
    HomeLocation_fullPath_Level_1: ['Hospital', 'Annex'],
  }
  const server = mapHospital({ allowedRoutes: ['/mednet-param'] })
  server.handlers['/api/getRule'] = () => ({ Equipment: [{ ...rule, ruleCondition: placed }] })
  openPage('/mednet-param')
  const text = 'Location: Hospital > Ward 4; Home location, level 1: Hospital, Annex'
  expect(await screen.findByText(text)).toBeTruthy()
})
