import type { TemplateSource } from './template.types.ts'

/** Tags seen by monitors, based on CenTrak's public material about its system. */
export const centrak: TemplateSource = {
  id: 'centrak',
  name: 'CenTrak',
  endpoint: 'locations',
  note: 'CenTrak’s interface is documented for its customers only. This template follows what is public: tags are seen by monitors in rooms, each with a number, at a time. Compare the member names with the interface description of your installation and change them here. The monitors must be marked on the maps.',
  expression: `[(Tags ? Tags : $).{
  "tagId": $string(TagId),
  "time": LastSeen,
  "monitorId": $string(MonitorId)
}]`,
  sample: (now) => ({
    Tags: [
      { TagId: 3104772, MonitorId: 21055, LastSeen: new Date(now).toISOString(), LowBattery: false },
      { TagId: 3104790, MonitorId: 21061, LastSeen: new Date(now - 4_000).toISOString(), LowBattery: true },
    ],
  }),
}
