-- How many documents there are of each kind, and how many of this month, is counted from the index alone.
create index document_counts on app.document (status, document_type, uploaded_at);
