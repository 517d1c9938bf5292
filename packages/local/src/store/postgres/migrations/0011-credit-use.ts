/** The credits of payers with a limit by month, and what calls in progress have reserved of them. */
export const CREDIT_USE = `
  create table credit_use (
    payer text not null, month_start bigint not null, month_end bigint not null, used double precision not null,
    reserved double precision not null, primary key (payer, month_start));
  create table credit_reservations (
    id text not null, payer text not null, month_start bigint not null, process text not null,
    credits double precision not null, primary key (id, payer));
  create index credit_reservations_by_process on credit_reservations (process);
`;
