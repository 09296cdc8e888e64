"""The computer players of City of Nördlingen."""
