import type { TemplateSource } from './template.types.ts'

/** The location-update message of HL7's implementation guide for real-time location services. */
export const fhirRtls: TemplateSource = {
  id: 'fhir-rtls',
  name: 'HL7 FHIR RTLS',
  endpoint: 'locations',
  note: 'The format is public: HL7’s FHIR implementation guide for real-time location services, a message of MessageHeader, Device (the tag) and Location (the place). It names places, not points: the identifier of the Location must be a place of this provider’s hierarchy. A Device or an Observation alone is taken too, with the place in its reference.',
  expression: `(
  $resources := resourceType = "Bundle" ? entry.resource : $;
  $sent := timestamp;
  $find := function($reference) {
    $resources[resourceType = "Location" and ($reference = "Location/" & id or $contains($reference, "/" & id))][0]
  };
  $place := function($reference) {(
    $known := $find($reference.reference);
    $known ? $known.identifier[0].value
      : $reference.identifier.value ? $reference.identifier.value
      : $split($reference.reference, "/")[-1]
  )};
  [
    $resources[resourceType = "Device" and $exists(location)].{
      "tagId": identifier[0].value,
      "time": $sent ? $sent : meta.lastUpdated,
      "hierarchyId": $place(location)
    },
    $resources[resourceType = "Observation" and $exists(device)].{
      "tagId": device.identifier.value ? device.identifier.value : $split(device.reference, "/")[-1],
      "time": effectiveDateTime,
      "hierarchyId": $place(focus[0])
    }
  ]
)`,
  sample: (now) => ({
    resourceType: 'Bundle',
    type: 'message',
    timestamp: new Date(now).toISOString(),
    entry: [
      {
        fullUrl: 'http://rtls.example.org/fhir/MessageHeader/update-1',
        resource: {
          resourceType: 'MessageHeader',
          id: 'update-1',
          eventCoding: {
            system: 'http://hl7.org/fhir/uv/rtls/CodeSystem/rtlsMessageEvents',
            code: 'location-update',
          },
          source: { endpoint: 'http://rtls.example.org' },
          focus: [{ reference: 'Device/tag-1' }],
        },
      },
      {
        fullUrl: 'http://rtls.example.org/fhir/Device/tag-1',
        resource: {
          resourceType: 'Device',
          id: 'tag-1',
          identifier: [{ system: 'http://rtls.example.org/tags', value: '4177012' }],
          status: 'active',
          location: { reference: 'Location/room-317' },
        },
      },
      {
        fullUrl: 'http://rtls.example.org/fhir/Location/room-317',
        resource: {
          resourceType: 'Location',
          id: 'room-317',
          identifier: [{ system: 'http://rtls.example.org/places', value: 'R-317' }],
          name: 'Room 317',
        },
      },
    ],
  }),
}
