import type { TemplateSource } from './template.types.ts'

/** `location_updates` of an omlox hub: Location objects, alone, in a list, or in the message of a subscription. */
export const omlox: TemplateSource = {
  id: 'omlox',
  name: 'omlox location_updates',
  endpoint: 'locations',
  note: 'The format is public: Location objects of the omlox hub API, with or without the message around them. Positions in the local coordinates of a zone are taken, in metres; source is the zone and stands for the map. Where the zone counts y from the bottom, write the map’s height minus y.',
  expression: `(
  $updates := payload ? payload : $;
  [$updates[crs = "local" or $not($exists(crs))].{
    "tagId": provider_id,
    "time": timestamp_generated,
    "mapId": source,
    "x": position.coordinates[0],
    "y": position.coordinates[1],
    "unit": "m",
    "accuracy": accuracy
  }]
)`,
  sample: (now) => ({
    event: 'message',
    topic: 'location_updates',
    subscription_id: 1,
    payload: [
      {
        position: { type: 'Point', coordinates: [12.4, 7.9] },
        source: 'floor-2',
        provider_type: 'uwb',
        provider_id: 'uwb-0417',
        trackables: ['2f4c1d1e-6c0a-4a0e-9e0f-0d4f5a7b1c22'],
        timestamp_generated: new Date(now).toISOString(),
        crs: 'local',
        floor: 2,
        accuracy: 0.4,
      },
    ],
  }),
}
