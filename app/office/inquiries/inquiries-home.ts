/** Where the inquiries are; one of them stands below it, by its id. */
export const inquiriesHome = '/admin-dashboard/inquiries'
