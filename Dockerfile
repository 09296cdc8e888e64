FROM python:3.12-slim AS build
WORKDIR /src
COPY .docker/requirements.txt ./
RUN python -m venv /opt/stammtisch \
    && /opt/stammtisch/bin/pip install --no-cache-dir --no-deps --require-hashes -r requirements.txt
COPY pyproject.toml README.md LICENSE ./
COPY .wheel ./.wheel
COPY bot ./bot
COPY cogs ./cogs
COPY render ./render
RUN /opt/stammtisch/bin/pip install --no-cache-dir --no-deps .

FROM python:3.12-slim
RUN useradd --system --uid 10001 --no-create-home stammtisch \
    && install --directory --owner=stammtisch --mode=0750 /data
COPY --from=build /opt/stammtisch /opt/stammtisch
ENV PATH=/opt/stammtisch/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    STAMMTISCH_DATABASE=/data/stammtisch.sqlite3
USER stammtisch
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=10s --start-period=60s --retries=3 \
    CMD ["stammtisch", "doctor", "--health"]
CMD ["stammtisch", "run"]
