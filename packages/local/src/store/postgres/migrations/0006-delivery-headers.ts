/** Headers of deliveries may be secret: where the body is not kept, they are not kept either. */
export const DELIVERY_HEADERS = `
  alter table delivery_log alter column headers drop not null;
  update delivery_log set headers = null where body is null;
`;
